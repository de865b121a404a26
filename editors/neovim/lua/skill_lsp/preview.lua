-- A window beside the skill with what the agent receives: updated while you type, its cursor following yours.

local M = {}

local function client_of(buffer)
  return vim.lsp.get_clients({ bufnr = buffer, name = 'skill_lsp' })[1]
end

local function draw(view, shown)
  local entry = shown.index_entry ~= vim.NIL and shown.index_entry or 'The agent is not told about this skill.'
  local head = vim.list_extend({ 'In the index:' }, vim.split(entry, '\n'))
  vim.list_extend(head, { '', 'When called:' })
  vim.bo[view.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(view.buffer, 0, -1, false, vim.list_extend(vim.deepcopy(head), vim.split(shown.body, '\n')))
  vim.bo[view.buffer].modifiable = false
  vim.api.nvim_buf_set_name(view.buffer, ('skill://%d/%s'):format(view.source, shown.host))
  view.head, view.lines = #head, shown.lines or {}
end

-- Puts the preview's cursor on the line that comes from the skill's, or from the nearest line before it.
local function follow(view)
  local window, row = vim.fn.bufwinid(view.buffer), vim.api.nvim_win_get_cursor(0)[1] - 1
  local nearest, best = nil, -1
  for index, source in ipairs(view.lines) do
    if type(source) == 'number' and source <= row and source > best then
      nearest, best = index, source
    end
  end
  if window ~= -1 and nearest then
    vim.api.nvim_win_set_cursor(window, { view.head + nearest, 0 })
  end
end

local function update(view)
  local client = client_of(view.source)
  if not client then
    return vim.notify('skill_lsp is not attached to this buffer', vim.log.levels.WARN)
  end
  local asked = { uri = vim.uri_from_bufnr(view.source), host = view.host, arguments = view.arguments, as = 'user' }
  client:request('skillLsp/preview', asked, function(failure, shown)
    if failure then
      vim.notify(failure.message, vim.log.levels.ERROR)
    elseif shown and vim.api.nvim_buf_is_valid(view.buffer) then
      draw(view, shown)
      if vim.api.nvim_get_current_buf() == view.source then
        follow(view)
      end
    end
  end, view.source)
end

function M.open(host, arguments)
  local view = { source = vim.api.nvim_get_current_buf(), host = host, arguments = arguments or '', head = 0, lines = {} }
  view.buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[view.buffer].bufhidden = 'wipe'
  vim.api.nvim_open_win(view.buffer, false, { split = 'right', style = 'minimal' })
  vim.wo[vim.fn.bufwinid(view.buffer)].cursorline = true
  local group = vim.api.nvim_create_augroup('skill_lsp_preview_' .. view.buffer, {})
  -- The client sends a change some time after it was made (its debounce), and asks only after sending it.
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI' }, { group = group, buffer = view.source, callback = function() update(view) end })
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI' }, { group = group, buffer = view.source, callback = function() follow(view) end })
  vim.api.nvim_create_autocmd('BufWipeout', { buffer = view.buffer, callback = function() vim.api.nvim_del_augroup_by_id(group) end })
  update(view)
end

return M
