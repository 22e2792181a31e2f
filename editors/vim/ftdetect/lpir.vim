" File types of kernels, pipelines and scripts.
autocmd BufNewFile,BufRead *.lpir setfiletype lpir
autocmd BufNewFile,BufRead *.loopy setfiletype loopy
autocmd BufNewFile,BufRead *.star setfiletype lp-script
autocmd BufNewFile,BufRead *.txt if getline(1) =~# '^# kernel:' | set filetype=lp-pipeline | endif
