//! Transforms that change the reference, which nothing else judges: the new reference computes what the old
//! one did.
//!
//! Kernels that are fused do what their parts do one after the other, kernels that are merged what calls do,
//! batches what a loop does; else only the arguments look different. Sizes leave loops empty.

mod batched;
mod fused;
mod interface;
mod merged;
mod random;
mod run;
mod work_arrays;

/// Those with a file of their own.
const OF_OTHERS: [&str; 2] = ["privatize_arrays_with_inames", "to_batched"];

/// Every transform that may change the reference has a test of its own here.
#[test]
fn none_is_left_out() {
    // What it makes is another program, which central differences judge.
    let elsewhere = ["diff_kernel"];
    let changes = |spec: &&&pass::Spec| spec.reference != pass::Reference::Kept;
    let all = transforms::REGISTRY.specs().iter().filter(changes).map(|spec| spec.name);
    let missing: Vec<&str> =
        all.filter(|name| !interface::TESTED.contains(name) && !OF_OTHERS.contains(name)).collect();
    assert_eq!(missing, elsewhere);
}
