// lpir: made by `lpopt grammar tree-sitter`; do not edit.
module.exports = grammar({
  name: "lpir",
  word: ($) => $.identifier,
  extras: () => [/\s|\\\r?\n/],
  rules: {
    source_file: ($) => repeat($._token),
    _token: ($) => choice($.comment, $.string, $.number, $.identifier, $.operator_word, $.constant, $.type, $.keyword, $.operator, $.bracket),
    comment: () => token(/#[^\n]*/),
    string: () => token(choice(/"([^"\\\n]|\\.)*"/)),
    number: () => token(/[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?[A-Za-z_]*/),
    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    operator_word: () => choice("and", "not", "or"),
    constant: () => choice("false", "true"),
    type: () => choice("bool", "c128", "c64", "f32", "f64", "i16", "i32", "i64", "i8", "u16", "u32", "u64", "u8"),
    keyword: () => choice("after", "arg", "assume", "atomic", "auto", "barrier", "compat", "conflicts", "domain", "else", "fetch", "for", "function", "global", "groups", "if", "in", "iname", "index", "inout", "kernel", "launch", "layout", "local", "nop", "nosync", "of", "order", "out", "over", "part", "preamble", "priority", "private", "promise", "promote", "reassociate", "reference", "require", "rule", "run", "schedule", "slab", "store", "tags", "target", "temp", "time", "to", "trusted", "unroll", "work_items"),
    operator: () => token(/\*\*|\/\/|->|:=|[<>=!]=|[-+*\/%<>=.,:;&|^~?@$\\]/),
    bracket: () => choice("(", ")", "[", "]", "{", "}"),
  },
});
