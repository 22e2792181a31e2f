// Loo.py kernel: made by `lpopt grammar tree-sitter`; do not edit.
module.exports = grammar({
  name: "loopy",
  word: ($) => $.identifier,
  extras: () => [/\s|\\\r?\n/],
  rules: {
    source_file: ($) => repeat($._token),
    _token: ($) => choice($.comment, $.string, $.number, $.identifier, $.operator_word, $.type, $.keyword, $.operator, $.bracket),
    comment: () => token(/#[^\n]*/),
    string: () => token(choice(/"([^"\\\n]|\\.)*"/, /'([^'\\\n]|\\.)*'/)),
    number: () => token(/[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?[A-Za-z_]*/),
    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    operator_word: () => choice("and", "not", "or"),
    type: () => choice("bool", "complex128", "complex64", "float32", "float64", "int16", "int32", "int64", "int8", "uint16", "uint32", "uint64", "uint8"),
    keyword: () => choice("args", "assume", "elif", "else", "end", "for", "function", "if", "kernel", "options", "temps", "with"),
    operator: () => token(/\*\*|\/\/|->|:=|[<>=!]=|[-+*\/%<>=.,:;&|^~?@$\\]/),
    bracket: () => choice("(", ")", "[", "]", "{", "}"),
  },
});
