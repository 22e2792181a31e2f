// Transform pipeline: made by `lpopt grammar tree-sitter`; do not edit.
module.exports = grammar({
  name: "lp_pipeline",
  word: ($) => $.identifier,
  extras: () => [/\s|\\\r?\n/],
  rules: {
    source_file: ($) => repeat($._token),
    _token: ($) => choice($.comment, $.string, $.number, $.identifier, $.operator_word, $.constant, $.function, $.keyword, $.operator, $.bracket),
    comment: () => token(/#[^\n]*/),
    string: () => token(choice(/"([^"\\\n]|\\.)*"/, /'([^'\\\n]|\\.)*'/)),
    number: () => token(/[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?[A-Za-z_]*/),
    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    operator_word: () => choice("and", "not", "or"),
    constant: () => choice("False", "None", "True"),
    function: () => choice("add_and_infer_dtypes", "add_barrier", "add_dependency", "add_dtypes", "add_inames_to_insn", "add_nosync", "add_padding", "add_prefetch", "affine_map_inames", "assign_local_axes", "assignment_to_subst", "assume", "auto_parallel", "auto_specialize", "auto_tile", "buffer_array", "chunk_iname", "concatenate_arrays", "diff_kernel", "duplicate_inames", "expand_rules", "expand_subst", "extract_subst", "fix_parameters", "fuse_kernels", "group_order", "infer_types", "insert_barriers", "insert_guards", "join_inames", "make_atomic", "make_rectangular", "make_reduction_inames_unique", "map_domain", "peel", "pipeline_buffer", "precompute", "prioritize_loops", "privatize_arrays_with_inames", "privatize_temporaries_with_inames", "realize_ilp", "realize_reduction", "reassociate", "recognize_reductions", "reduction_arg_to_subst_rule", "remove_inames_from_insn", "remove_instructions", "remove_predicates_from_insn", "remove_unused_arguments", "remove_unused_inames", "rename_argument", "rename_iname", "rename_inames", "resolve_address_spaces", "rotate_registers", "save_and_reload_temporaries", "schedule", "separate_remainder", "set_argument_order", "set_instruction_priority", "set_loop_priority", "set_temporary_address_space", "set_temporary_scope", "simplify_indices", "specialize", "split_array_axis", "split_iname", "split_reduction_inward", "split_reduction_outward", "tag_array_axes", "tag_data_axes", "tag_iname", "tag_inames", "tag_instructions", "temporary_to_subst", "to_batched", "trust", "unprivatize_temporaries_with_inames", "unroll_and_jam", "untag_inames"),
    keyword: () => choice("if", "in", "tune", "where"),
    operator: () => token(/\*\*|\/\/|->|:=|[<>=!]=|[-+*\/%<>=.,:;&|^~?@$\\]/),
    bracket: () => choice("(", ")", "[", "]", "{", "}"),
  },
});
