" skill-lsp with ALE: put this into your vimrc, after the line that loads ALE.

function! s:skill_lsp() abort
  call ale#linter#Define(&filetype, {
  \ 'name': 'skill_lsp',
  \ 'lsp': 'stdio',
  \ 'executable': 'skill-lsp',
  \ 'command': '%e',
  \ 'language': &filetype,
  \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
  \})
  let b:ale_linters = get(b:, 'ale_linters', []) + ['skill_lsp']
  setlocal omnifunc=ale#completion#OmniFunc
endfunction

augroup skill_lsp
  autocmd!
  autocmd BufNewFile,BufRead *.oxoflow,.skill-lsp.toml setfiletype toml
  " After the file type's own plugin, which may set omnifunc.
  autocmd BufWinEnter SKILL.md,*.skill.toml,*/.oxo-flow/ai.toml,*.oxoflow call s:skill_lsp()
augroup END
