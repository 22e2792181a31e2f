//! Transforms of kernels, and lowering to a loop tree.
//!
//! A transform is one file that holds one struct. Its fields are the arguments, `#[derive(Transform)]` makes
//! everything else from them, and [`Rewrite::apply`](pass::Rewrite::apply) says what it does:
//!
//! ```text
//! /// What it does, what it refuses, and an example that is run as a test.
//! #[derive(Debug, Clone, PartialEq, Transform)]
//! #[transform(group = "inames")]
//! pub struct SplitIname {
//!     /// Loop to split.
//!     pub iname: InameName,
//!     /// Tag of the outer loop.
//!     #[arg(default = None)]
//!     pub outer_tag: Option<InameTag>,
//! }
//! ```
//!
//! `UPDATE=1 cargo test -p lpir-transforms --test all -- generated::` then registers it. A program in Rust
//! calls it like this:
//!
//! ```
//! use pass::RustCall;
//! use transforms::{FixParameters, SplitIname, TagInames};
//!
//! let text = |call: RustCall| call.step().map(|step| step.call());
//! let call = SplitIname::new("i", 16).inner_tag("l.0").slabs((0, 1)).unchecked();
//! let same = r#"split_iname("i", 16, inner_tag="l.0", slabs=[0, 1], unchecked=True)"#;
//! assert_eq!(text(call.into()).as_deref(), Ok(same));
//! let call = TagInames::new([("i", "g.0"), ("j", "l.0")]).kernel("dgemm");
//! let same = r#"tag_inames({"i": "g.0", "j": "l.0"}, kernel="dgemm")"#;
//! assert_eq!(text(call.into()).as_deref(), Ok(same));
//! let call = FixParameters::new().values([("n", 1024)]);
//! assert_eq!(text(call.into()).as_deref(), Ok("fix_parameters(n=1024)"));
//!
//! let wrong = text(SplitIname::new("i", 0).inner_tag("l.7").into());
//! assert_eq!(wrong.map_err(|problems| problems.len()), Err(2));
//! ```
//!
//! One that makes one kernel of
//! several is marked `joins`, and [`Join::join`](pass::Join::join) says what it does.

pub mod calls;
mod catalogue;
pub mod fuse;
pub mod lower;
mod manager;
mod reference_page;
mod registry;
pub mod rewrite;
mod rules;
mod vouched;

pub use auto_parallel::nests;
pub use manager::manager;
pub use reference_page::reference_pages;
pub use registry::REGISTRY;
pub use vouched::vouched;

// BEGIN GENERATED
mod add_barrier;
mod add_dependency;
mod add_dtypes;
mod add_inames_to_insn;
mod add_nosync;
mod add_padding;
mod add_prefetch;
mod affine_map_inames;
mod assignment_to_subst;
mod assume;
mod auto_parallel;
mod auto_specialize;
mod auto_tile;
mod buffer_array;
mod chunk_iname;
mod concatenate_arrays;
mod diff_kernel;
mod duplicate_inames;
mod expand_subst;
mod extract_subst;
mod fix_parameters;
mod fuse_kernels;
mod group_order;
mod join_inames;
mod make_atomic;
mod make_rectangular;
mod make_reduction_inames_unique;
mod map_domain;
mod peel;
mod pipeline_buffer;
mod precompute;
mod prioritize_loops;
mod privatize_arrays_with_inames;
mod privatize_temporaries_with_inames;
mod reassociate;
mod recognize_reductions;
mod reduction_arg_to_subst_rule;
mod remove_inames_from_insn;
mod remove_instructions;
mod remove_predicates_from_insn;
mod remove_unused_arguments;
mod remove_unused_inames;
mod rename_argument;
mod rename_iname;
mod rename_inames;
mod rotate_registers;
mod save_and_reload_temporaries;
mod separate_remainder;
mod set_argument_order;
mod set_instruction_priority;
mod set_temporary_address_space;
mod simplify_indices;
mod specialize;
mod split_array_axis;
mod split_iname;
mod split_reduction_inward;
mod split_reduction_outward;
mod tag_array_axes;
mod tag_inames;
mod tag_instructions;
mod to_batched;
mod trust;
mod unprivatize_temporaries_with_inames;
mod unroll_and_jam;
mod untag_inames;

pub use add_barrier::AddBarrier;
pub use add_dependency::AddDependency;
pub use add_dtypes::AddDtypes;
pub use add_inames_to_insn::AddInamesToInsn;
pub use add_nosync::AddNosync;
pub use add_padding::AddPadding;
pub use add_prefetch::AddPrefetch;
pub use affine_map_inames::AffineMapInames;
pub use assignment_to_subst::AssignmentToSubst;
pub use assume::Assume;
pub use auto_parallel::AutoParallel;
pub use auto_specialize::AutoSpecialize;
pub use auto_tile::AutoTile;
pub use buffer_array::BufferArray;
pub use chunk_iname::ChunkIname;
pub use concatenate_arrays::ConcatenateArrays;
pub use diff_kernel::DiffKernel;
pub use duplicate_inames::DuplicateInames;
pub use expand_subst::ExpandSubst;
pub use extract_subst::ExtractSubst;
pub use fix_parameters::FixParameters;
pub use fuse_kernels::FuseKernels;
pub use group_order::GroupOrder;
pub use join_inames::JoinInames;
pub use lower::assign_local_axes::AssignLocalAxes;
pub use lower::expand_rules::ExpandRules;
pub use lower::infer_types::InferTypes;
pub use lower::insert_barriers::InsertBarriers;
pub use lower::insert_guards::InsertGuards;
pub use lower::realize_ilp::RealizeIlp;
pub use lower::realize_reduction::RealizeReduction;
pub use lower::resolve_address_spaces::ResolveAddressSpaces;
pub use lower::schedule::ScheduleStatements;
pub use make_atomic::MakeAtomic;
pub use make_rectangular::MakeRectangular;
pub use make_reduction_inames_unique::MakeReductionInamesUnique;
pub use map_domain::MapDomain;
pub use peel::Peel;
pub use pipeline_buffer::PipelineBuffer;
pub use precompute::Precompute;
pub use prioritize_loops::PrioritizeLoops;
pub use privatize_arrays_with_inames::PrivatizeArraysWithInames;
pub use privatize_temporaries_with_inames::PrivatizeTemporariesWithInames;
pub use reassociate::Reassociate;
pub use recognize_reductions::RecognizeReductions;
pub use reduction_arg_to_subst_rule::ReductionArgToSubstRule;
pub use remove_inames_from_insn::RemoveInamesFromInsn;
pub use remove_instructions::RemoveInstructions;
pub use remove_predicates_from_insn::RemovePredicatesFromInsn;
pub use remove_unused_arguments::RemoveUnusedArguments;
pub use remove_unused_inames::RemoveUnusedInames;
pub use rename_argument::RenameArgument;
pub use rename_iname::RenameIname;
pub use rename_inames::RenameInames;
pub use rotate_registers::RotateRegisters;
pub use save_and_reload_temporaries::SaveAndReloadTemporaries;
pub use separate_remainder::SeparateRemainder;
pub use set_argument_order::SetArgumentOrder;
pub use set_instruction_priority::SetInstructionPriority;
pub use set_temporary_address_space::SetTemporaryAddressSpace;
pub use simplify_indices::SimplifyIndices;
pub use specialize::Specialize;
pub use split_array_axis::SplitArrayAxis;
pub use split_iname::SplitIname;
pub use split_reduction_inward::SplitReductionInward;
pub use split_reduction_outward::SplitReductionOutward;
pub use tag_array_axes::TagArrayAxes;
pub use tag_inames::TagInames;
pub use tag_instructions::TagInstructions;
pub use to_batched::ToBatched;
pub use trust::Trust;
pub use unprivatize_temporaries_with_inames::UnprivatizeTemporariesWithInames;
pub use unroll_and_jam::UnrollAndJam;
pub use untag_inames::UntagInames;
// END GENERATED
