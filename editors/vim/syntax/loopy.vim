" Loo.py kernel: made by `lpopt grammar vim`; do not edit.
if exists("b:current_syntax")
  finish
endif

syntax keyword loopyOperator and not or
syntax keyword loopyType bool complex128 complex64 float32 float64 int16 int32 int64
syntax keyword loopyType int8 uint16 uint32 uint64 uint8
syntax keyword loopyKeyword args assume elif else end for function if
syntax keyword loopyKeyword kernel options temps with
syntax match loopyNumber "\<\d\+\(\.\d*\)\?\([eE][+-]\?\d\+\)\?\w*"
syntax region loopyString start=+"+ skip=+\\\\\|\\"+ end=+"+ oneline
syntax region loopyString start=+'+ skip=+\\\\\|\\'+ end=+'+ oneline
syntax match loopyComment "#.*$" contains=loopyTodo
syntax keyword loopyTodo TODO FIXME contained

highlight default link loopyOperator Operator
highlight default link loopyType Type
highlight default link loopyKeyword Keyword
highlight default link loopyNumber Number
highlight default link loopyString String
highlight default link loopyComment Comment
highlight default link loopyTodo Todo

let b:current_syntax = "loopy"
