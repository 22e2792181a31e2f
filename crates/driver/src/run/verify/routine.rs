//! What is compared.

use frontend_fortran::Interface;
use ir::Kernel;

/// A kernel, and the routine that it is made of.
#[derive(Clone, Copy)]
pub(super) struct Routine<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) interface: &'a Interface,
}
