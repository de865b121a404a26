" skill-lsp with vim-lsp: put this into your vimrc.

augroup skill_lsp
  autocmd!
  autocmd User lsp_setup call lsp#register_server({
  \ 'name': 'skill-lsp',
  \ 'cmd': {server -> ['skill-lsp']},
  \ 'allowlist': ['markdown', 'toml', 'json'],
  \ 'root_uri': {server -> lsp#utils#path_to_uri(lsp#utils#find_nearest_parent_file_directory(
  \   lsp#utils#get_buffer_path(), ['.skill-lsp.toml', '.git/', '.claude/', '.agents/', '.oxo-flow/']))},
  \})
  autocmd BufNewFile,BufRead *.oxoflow,.skill-lsp.toml setfiletype toml
augroup END
