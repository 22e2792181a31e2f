//! `lp.split_array_dim(knl, [("a", 0)], 16)`: an axis of arrays, and the loops that are its subscripts.

use super::host;
use super::make::{Arguments, items};
use super::namespace::transform;
use super::value::KernelValue;
use ir::{Kernel, Name, Node};
use starlark::values::dict::DictRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};
use transforms::rewrite::subscripts;

/// Splits the axes, then each loop that alone is a subscript of one of them, so that subscripts are plain again.
pub(super) fn array_and_loops<'v>(args: &Arguments<'_, 'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    args.only(&["kernel", "arrays_and_axes", "count", "auto_split_inames", "split_kwargs"], &[])?;
    let kernel = args.get(0, "kernel").filter(|value| KernelValue::of(*value).is_some());
    let (Some(mut kernel), Some(given), Some(count)) =
        (kernel, args.get(1, "arrays_and_axes"), args.get(2, "count"))
    else {
        return Err(args.refuse(format!("`{}` takes a kernel, arrays with axes, and a count", args.function)));
    };
    let splits_loops = args.get(3, "auto_split_inames").is_none_or(|flag| flag.unpack_bool() != Some(false));
    let mut loops: Vec<Name> = Vec::new();
    for one in pairs(given) {
        let parts = items(one);
        let (Some(array), Some(axis)) = (parts.first().copied(), parts.get(1).copied()) else {
            return Err(args.refuse("an array and the number of its axis are a pair, `(\"a\", 0)`"));
        };
        let order = parts.get(2).map(|order| ("order", *order));
        for name in plain_subscripts(kernel, array, axis) {
            if !loops.contains(&name) {
                loops.push(name);
            }
        }
        let named: Vec<(&str, Value<'v>)> = order.into_iter().collect();
        let handle = transform("split_array_axis", &[kernel, array, axis, count], &named, args.origin)?;
        kernel = heap.alloc(KernelValue::new(handle));
    }
    if !splits_loops {
        return Ok(kernel);
    }
    let keywords = args.get(4, "split_kwargs").and_then(DictRef::from_value);
    let keywords: Vec<(&str, Value<'v>)> = keywords
        .iter()
        .flat_map(|dict| dict.iter().collect::<Vec<_>>())
        .filter_map(|(key, value)| Some((key.unpack_str()?, value)))
        .collect();
    for name in loops {
        let handle =
            transform("split_iname", &[kernel, heap.alloc(name.as_str()), count], &keywords, args.origin)?;
        kernel = heap.alloc(KernelValue::new(handle));
    }
    let idle = [("allow_empty", Value::new_bool(true))];
    Ok(heap.alloc(KernelValue::new(transform("simplify_indices", &[kernel], &idle, args.origin)?)))
}

/// `("a", 0)`, or a list of such pairs.
fn pairs(given: Value<'_>) -> Vec<Value<'_>> {
    let is_pair = TupleRef::from_value(given)
        .is_some_and(|tuple| tuple.content().first().is_some_and(|first| first.unpack_str().is_some()));
    if is_pair { vec![given] } else { items(given) }
}

/// The inames that alone are subscripts of that axis.
fn plain_subscripts(kernel: Value<'_>, array: Value<'_>, axis: Value<'_>) -> Vec<Name> {
    let find = || -> Option<Vec<Name>> {
        let handle = KernelValue::of(kernel)?;
        let kernel: Kernel = host::with(|host| host.kernels.get(handle).map(|entry| entry.kernel.clone()))?;
        let axis = usize::try_from(axis.unpack_i32()?).ok()?;
        let found = subscripts(&kernel, &Name::from(array.unpack_str()?));
        let iname = |index: Vec<ir::Expr>| match index.get(axis)?.node() {
            Node::Var(name) if kernel.inames.contains_key(name) => Some(name.clone()),
            _ => None,
        };
        Some(found.into_iter().filter_map(iname).collect())
    };
    find().unwrap_or_default()
}
