//! What conditions around a place tell of arguments: where `n == 8` holds, strides made of `n` are numbers.

use crate::printer::Printer;
use crate::step::Body;
use crate::usage;
use diag::Diagnostic;
use ir::fold::{Folder, Values};
use ir::{Comparison, Expr, Kernel, Name, Node, exact, typing};

/// The arguments that have one value wherever a condition holds.
fn arguments_told(kernel: &Kernel, condition: &Expr) -> Values {
    let value = |part: &Expr| {
        let Node::Compare(Comparison::Equal, a, b) = part.node() else { return None };
        let (name, number) = a.as_var().zip(b.as_int()).or_else(|| b.as_var().zip(a.as_int()))?;
        let is_told = typing::is_value_argument(kernel, name) && exact::compares(kernel, a, b);
        is_told.then(|| (name.clone(), vec![number]))
    };
    condition.conjuncts().into_iter().filter_map(value).collect()
}

impl Printer<'_> {
    /// Known strides of an array, with numbers for arguments that have one value here.
    pub(crate) fn strides_here(&self, array: &Name) -> Vec<Expr> {
        let strides = usage::strides(self.kernel, array);
        if self.told.is_empty() {
            return strides;
        }
        let folder = Folder::new(self.kernel, &self.told);
        strides.iter().map(|stride| folder.subscript(stride)).collect()
    }
}

impl Body<'_, '_> {
    /// Prints what stands under a condition.
    pub(crate) fn where_it_holds(
        &mut self,
        condition: &Expr,
        print: &mut dyn FnMut(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let outer = self.printer.told.clone();
        self.printer.told.extend(arguments_told(self.printer.kernel, condition));
        let printed = print(self);
        self.printer.told = outer;
        printed
    }
}
