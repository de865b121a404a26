-- Run as `nvim --clean --headless -l neovim.lua`: opens a broken skill, asks the server as a user would, writes a report.
local report = {}

vim.cmd('filetype on')
vim.lsp.config('skill_lsp', {
  cmd = { vim.env.PYTHON, '-m', 'skill_lsp' },
  filetypes = { 'markdown' },
  root_markers = { 'SKILL.md' },
})
vim.lsp.enable('skill_lsp')

vim.cmd.edit(vim.env.SKILL)
local buffer = vim.api.nvim_get_current_buf()
local function until_true(check) return vim.wait(60000, check, 10) end

until_true(function() return #vim.diagnostic.get(buffer) > 0 end)
report.diagnostics = vim.tbl_map(function(one)
  return { lnum = one.lnum, col = one.col, end_col = one.end_col, code = one.code, source = one.source }
end, vim.diagnostic.get(buffer))

local client = assert(vim.lsp.get_clients({ bufnr = buffer })[1], 'no client attached')
report.encoding = client.offset_encoding

-- hover in a floating window, as the key K shows it
vim.api.nvim_win_set_cursor(0, { 3, 2 })
vim.lsp.buf.hover()
until_true(function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local shown = vim.api.nvim_win_get_buf(window)
      report.hover = table.concat(vim.api.nvim_buf_get_lines(shown, 0, -1, false), '\n')
      vim.api.nvim_win_close(window, true)
      return true
    end
  end
end)

local asked = client:request_sync('textDocument/completion', {
  textDocument = { uri = vim.uri_from_bufnr(buffer) },
  position = { line = 3, character = 0 },
}, 30000, buffer)
report.completion = {}
for _, item in ipairs(asked and asked.result and asked.result.items or {}) do
  table.insert(report.completion, item.label)
end

-- the quick fix that the editor prefers
vim.api.nvim_win_set_cursor(0, { 3, 21 })
vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.isPreferred == true end })
report.fixed = until_true(function()
  return vim.api.nvim_buf_get_lines(buffer, 2, 3, false)[1]:find('"', 1, true) ~= nil
end)
until_true(function() return #vim.diagnostic.get(buffer) == 0 end)
report.left = vim.tbl_map(function(one) return one.message end, vim.diagnostic.get(buffer))
vim.cmd.write()

client:stop()
report.stopped = until_true(function() return client:is_stopped() end)

local file = assert(io.open(vim.env.REPORT, 'w'))
file:write(vim.json.encode(report))
file:close()
os.exit(0)
