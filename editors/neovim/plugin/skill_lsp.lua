-- What the protocol has no word for: the preview command, and the file type of oxo-flow's workflows.

vim.filetype.add({ extension = { oxoflow = 'toml' } })

vim.api.nvim_create_user_command('SkillPreview', function(call)
  require('skill_lsp.preview').open(call.fargs[1], table.concat(vim.list_slice(call.fargs, 2), ' '))
end, {
  nargs = '*',
  complete = function(typed)
    local hosts = { 'agent-skills', 'claude-code', 'claude-ai', 'xum', 'oxo-flow', 'codex', 'gemini-cli', 'vscode', 'opencode', 'cursor', 'goose' }
    return vim.tbl_filter(function(host) return vim.startswith(host, typed) end, hosts)
  end,
  desc = 'Show what the agent of a host receives from this skill: SkillPreview [HOST [ARGUMENTS]]',
})
