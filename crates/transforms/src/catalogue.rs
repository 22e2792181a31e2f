//! All transforms; made by `./run codegen` from the files that declare them.

pub(crate) static CATALOGUE: &[&crate::Spec] = &[
    crate::AddBarrier::SPEC,
    crate::AddDependency::SPEC,
    crate::AddDtypes::SPEC,
    crate::Assume::SPEC,
    crate::DuplicateInames::SPEC,
    crate::FixParameters::SPEC,
    crate::JoinInames::SPEC,
    crate::PrioritizeLoops::SPEC,
    crate::RenameIname::SPEC,
    crate::SetTemporaryAddressSpace::SPEC,
    crate::SplitIname::SPEC,
    crate::TagArrayAxes::SPEC,
    crate::TagInames::SPEC,
    crate::TagInstructions::SPEC,
    crate::UntagInames::SPEC,
];
