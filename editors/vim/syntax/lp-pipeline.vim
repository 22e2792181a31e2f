" Transform pipeline: made by `lpopt grammar vim`; do not edit.
if exists("b:current_syntax")
  finish
endif

syntax keyword lp_pipelineOperator and not or
syntax keyword lp_pipelineConstant False None True
syntax keyword lp_pipelineFunction add_and_infer_dtypes add_barrier add_dependency add_dtypes add_inames_to_insn add_nosync add_padding add_prefetch
syntax keyword lp_pipelineFunction affine_map_inames assign_local_axes assignment_to_subst assume auto_parallel auto_specialize auto_tile buffer_array
syntax keyword lp_pipelineFunction chunk_iname concatenate_arrays diff_kernel duplicate_inames expand_rules expand_subst extract_subst fix_parameters
syntax keyword lp_pipelineFunction fuse_kernels group_order infer_types insert_barriers insert_guards join_inames make_atomic make_rectangular
syntax keyword lp_pipelineFunction make_reduction_inames_unique map_domain peel pipeline_buffer precompute prioritize_loops privatize_arrays_with_inames privatize_temporaries_with_inames
syntax keyword lp_pipelineFunction realize_ilp realize_reduction reassociate recognize_reductions reduction_arg_to_subst_rule remove_inames_from_insn remove_instructions remove_predicates_from_insn
syntax keyword lp_pipelineFunction remove_unused_arguments remove_unused_inames rename_argument rename_iname rename_inames resolve_address_spaces rotate_registers save_and_reload_temporaries
syntax keyword lp_pipelineFunction schedule separate_remainder set_argument_order set_instruction_priority set_loop_priority set_temporary_address_space set_temporary_scope simplify_indices
syntax keyword lp_pipelineFunction specialize split_array_axis split_iname split_reduction_inward split_reduction_outward tag_array_axes tag_data_axes tag_iname
syntax keyword lp_pipelineFunction tag_inames tag_instructions temporary_to_subst to_batched trust unprivatize_temporaries_with_inames unroll_and_jam untag_inames
syntax keyword lp_pipelineKeyword if in tune where
syntax match lp_pipelineNumber "\<\d\+\(\.\d*\)\?\([eE][+-]\?\d\+\)\?\w*"
syntax region lp_pipelineString start=+"+ skip=+\\\\\|\\"+ end=+"+ oneline
syntax region lp_pipelineString start=+'+ skip=+\\\\\|\\'+ end=+'+ oneline
syntax match lp_pipelineComment "#.*$" contains=lp_pipelineTodo
syntax keyword lp_pipelineTodo TODO FIXME contained

highlight default link lp_pipelineOperator Operator
highlight default link lp_pipelineConstant Constant
highlight default link lp_pipelineFunction Function
highlight default link lp_pipelineKeyword Keyword
highlight default link lp_pipelineNumber Number
highlight default link lp_pipelineString String
highlight default link lp_pipelineComment Comment
highlight default link lp_pipelineTodo Todo

let b:current_syntax = "lp-pipeline"
