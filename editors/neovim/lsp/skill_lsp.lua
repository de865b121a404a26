-- skill-lsp for Neovim 0.11: put this file in ~/.config/nvim/lsp/ and say vim.lsp.enable('skill_lsp') in init.lua.

-- The files that skills are made of. Other Markdown, TOML and JSON stays with other servers, which run beside this one.
local patterns = {
  '/SKILL%.md$',
  '%.skill%.toml$',
  '/%.oxo%-flow/ai%.toml$',
  '%.oxoflow$',
  '/%.skill%-lsp%.toml$',
  '/%.claude%-plugin/[%w]+%.json$',
  '/%.codex%-plugin/[%w]+%.json$',
}

-- The first of these upwards is where the project begins.
local markers = { '.skill-lsp.toml', '.git', '.claude', '.agents', '.xum', '.oxo-flow' }

---@type vim.lsp.Config
return {
  cmd = { 'skill-lsp' },
  filetypes = { 'markdown', 'toml', 'json' },
  root_dir = function(buffer, start)
    local path = vim.fs.normalize(vim.api.nvim_buf_get_name(buffer))
    for _, pattern in ipairs(patterns) do
      if path:find(pattern) then
        return start(vim.fs.root(buffer, markers) or vim.fs.dirname(path))
      end
    end
  end,
  settings = { skillLsp = { targets = {} } },
}
