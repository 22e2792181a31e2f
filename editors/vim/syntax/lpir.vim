" lpir: made by `lpopt grammar vim`; do not edit.
if exists("b:current_syntax")
  finish
endif

syntax keyword lpirOperator and not or
syntax keyword lpirConstant false true
syntax keyword lpirType bool c128 c64 f32 f64 i16 i32 i64
syntax keyword lpirType i8 u16 u32 u64 u8
syntax keyword lpirKeyword after arg assume atomic auto barrier compat conflicts
syntax keyword lpirKeyword domain else fetch for function global groups if
syntax keyword lpirKeyword in iname index inout kernel launch layout local
syntax keyword lpirKeyword nop nosync of order out over part preamble
syntax keyword lpirKeyword priority private promise promote reassociate reference require rule
syntax keyword lpirKeyword run schedule slab store tags target temp time
syntax keyword lpirKeyword to trusted unroll work_items
syntax match lpirNumber "\<\d\+\(\.\d*\)\?\([eE][+-]\?\d\+\)\?\w*"
syntax region lpirString start=+"+ skip=+\\\\\|\\"+ end=+"+ oneline
syntax match lpirComment "#.*$" contains=lpirTodo
syntax keyword lpirTodo TODO FIXME contained

highlight default link lpirOperator Operator
highlight default link lpirConstant Constant
highlight default link lpirType Type
highlight default link lpirKeyword Keyword
highlight default link lpirNumber Number
highlight default link lpirString String
highlight default link lpirComment Comment
highlight default link lpirTodo Todo

let b:current_syntax = "lpir"
