//! `lp.make_copy_kernel("f,f,sep", old_dim_tags="c,c,c")`: a kernel that copies an array from one layout to
//! another.

use super::make::{Arguments, words};
use super::namespace::transform;
use super::program;
use super::value::KernelValue;
use script::Value;

/// Makes it: `output[i0, i1] = input[i0, i1]`, for `n0` times `n1` elements.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["new_dim_tags", "old_dim_tags"], &[])?;
    let new = args.get(0, "new_dim_tags").map(words).filter(|tags| !tags.is_empty());
    let new = new.ok_or_else(|| args.refuse("`make_copy_kernel` takes the tags of the new array's axes"))?;
    let old = args.get(1, "old_dim_tags").map_or_else(|| vec!["c".to_owned(); new.len()], words);
    if old.len() != new.len() {
        return Err(args.refuse("the old array and the new one have as many axes"));
    }
    let inames: Vec<String> = (0..new.len()).map(|axis| format!("i{axis}")).collect();
    let bounds: Vec<String> = (0..new.len()).map(|axis| format!("0 <= i{axis} < n{axis}")).collect();
    let list = inames.join(", ");
    let texts =
        [format!("{{ [{list}] : {} }}", bounds.join(" and ")), format!("output[{list}] = input[{list}]")];
    let texts = texts.map(Value::from);
    let made = program::make_kernel(&Arguments {
        function: "make_kernel",
        positional: &texts,
        named: &[],
        origin: args.origin,
    })?;
    let step = |kernel: usize, name: &str, given: &[Value]| {
        let all: Vec<Value> =
            [Value::from(KernelValue::new(kernel))].into_iter().chain(given.iter().cloned()).collect();
        transform(name, &all, &[("allow_empty", Value::Bool(true))], args.origin)
    };
    let made = step(made, "tag_array_axes", &[Value::from("input"), Value::from(old.clone())])?;
    let mut made = step(made, "tag_array_axes", &[Value::from("output"), Value::from(new.clone())])?;
    // Which part or element of a vector is meant must be known where code is printed.
    let written_out =
        |tags: &[String], axis: usize| tags.get(axis).is_some_and(|tag| tag == "sep" || tag == "vec");
    for (axis, iname) in inames.iter().enumerate() {
        if written_out(&old, axis) || written_out(&new, axis) {
            made = step(made, "tag_inames", &[Value::from(format!("{iname}: unr"))])?;
        }
    }
    Ok(Value::from(KernelValue::new(made)))
}
