//! The way out of a conflict that a promise would settle.

use ir::{Expr, Kernel, Name, Promise, walk};

/// The end of a help text: what to promise so that subscripts with different elements are different elements;
/// nothing where no element is among them.
pub fn or_promise(kernel: &Kernel, index: &[Expr]) -> String {
    let open = |array: &Name| {
        let promise = Promise::Injective(array.clone());
        promise.fits(kernel).is_ok() && !kernel.promises.contains(&promise)
    };
    let found = index.iter().flat_map(walk::names).find(open);
    found.map_or_else(String::new, |array| {
        format!(", or promise that no two elements of `{array}` are equal: `trust(\"injective {array}\")`")
    })
}

/// The same for the element that a statement writes, if it is one of that variable.
pub fn or_promise_for(kernel: &Kernel, id: &Name, variable: &Name) -> String {
    let target = kernel.statements.get(id).and_then(|statement| statement.target());
    let target = target.filter(|target| target.name() == variable);
    target.map_or_else(String::new, |target| or_promise(kernel, target.index()))
}
