//! `lp.split_array_dim(knl, [("a", 0)], 16)`: an axis of arrays, and the loops that are its subscripts.

use super::host;
use super::make::{Arguments, items};
use super::namespace::transform;
use super::value::KernelValue;
use ir::{Kernel, Name, Node};
use script::Value;
use transforms::rewrite::subscripts;

/// Splits the axes, then each loop that alone is a subscript of one of them, so that subscripts are plain
/// again.
pub(super) fn array_and_loops(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["kernel", "arrays_and_axes", "count", "auto_split_inames", "split_kwargs"], &[])?;
    let kernel = args.get(0, "kernel").filter(|value| KernelValue::handle_of(value).is_some());
    let (Some(mut kernel), Some(given), Some(count)) =
        (kernel.cloned(), args.get(1, "arrays_and_axes"), args.get(2, "count"))
    else {
        return Err(args.refuse(format!("`{}` takes a kernel, arrays with axes, and a count", args.function)));
    };
    let splits_loops = args.get(3, "auto_split_inames").is_none_or(|flag| flag.as_bool() != Some(false));
    let mut loops: Vec<Name> = Vec::new();
    for one in pairs(given) {
        let parts = items(&one);
        let (Some(array), Some(axis)) = (parts.first().cloned(), parts.get(1).cloned()) else {
            return Err(args.refuse("an array and the number of its axis are a pair, `(\"a\", 0)`"));
        };
        let order = parts.get(2).map(|order| ("order", order.clone()));
        // Asked before the axis is split: behind that, no loop alone is a subscript of it.
        for name in plain_subscripts(&kernel, &array, &axis) {
            if !loops.contains(&name) {
                loops.push(name);
            }
        }
        let named: Vec<(&str, Value)> = order.into_iter().collect();
        let handle =
            transform("split_array_axis", &[kernel, array, axis, count.clone()], &named, args.origin)?;
        kernel = Value::from(KernelValue::new(handle));
    }
    if !splits_loops {
        return Ok(kernel);
    }
    let keywords = args.get(4, "split_kwargs").and_then(Value::as_entries).unwrap_or_default();
    let keywords: Vec<(&str, Value)> =
        keywords.iter().filter_map(|(key, value)| Some((key.as_str()?, value.clone()))).collect();
    for name in loops {
        let handle = transform(
            "split_iname",
            &[kernel, Value::from(name.as_str()), count.clone()],
            &keywords,
            args.origin,
        )?;
        kernel = Value::from(KernelValue::new(handle));
    }
    let idle = [("allow_empty", Value::Bool(true))];
    Ok(Value::from(KernelValue::new(transform("simplify_indices", &[kernel], &idle, args.origin)?)))
}

/// `("a", 0)`, or a list of such pairs.
fn pairs(given: &Value) -> Vec<Value> {
    let is_pair = match given {
        Value::Tuple(tuple) => tuple.first().is_some_and(|first| first.as_str().is_some()),
        _ => false,
    };
    if is_pair { vec![given.clone()] } else { items(given) }
}

/// The inames that alone are subscripts of that axis.
fn plain_subscripts(kernel: &Value, array: &Value, axis: &Value) -> Vec<Name> {
    let find = || -> Option<Vec<Name>> {
        let handle = KernelValue::handle_of(kernel)?;
        let kernel: Kernel =
            host::with_host(|host| host.kernels.get(handle).map(|entry| entry.kernel.clone()))?;
        let axis = usize::try_from(axis.as_int()?).ok()?;
        let found = subscripts(&kernel, &Name::from(array.as_str()?));
        let iname = |index: Vec<ir::Expr>| match index.get(axis)?.node() {
            Node::Var(name) if kernel.inames.contains_key(name) => Some(name.clone()),
            _ => None,
        };
        Some(found.into_iter().filter_map(iname).collect())
    };
    find().unwrap_or_default()
}
