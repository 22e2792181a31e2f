//! All transforms; made by `./run codegen` from the files that declare them.

pub(crate) static CATALOGUE: &[&crate::Spec] = &[crate::Assume::SPEC];
