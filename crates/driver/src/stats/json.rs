//! Numbers of a kernel as JSON.

use super::device::Description;
use super::roofline::bound;
use super::table::largest;
use super::work::{Work, size_of};
use counting::{Amount, Amounts, LaunchNumbers, Pattern, Sizes};
use ir::{Expr, Kernel};
use serde_json::{Map, Value, json};

/// The numbers of a lowered kernel.
pub(crate) fn numbers(kernel: &Kernel, sizes: &Sizes, work: &Work, device: Option<&Description>) -> Value {
    let sizes: Map<String, Value> =
        sizes.iter().map(|(name, size)| (name.to_string(), json!(size))).collect();
    let operations = rows(
        &work.numbers.operations,
        |operation| json!({ "type": operation.ty.numpy_name(), "name": operation.name }),
    );
    let accesses = rows(&work.numbers.accesses, |access| {
        json!({
            "memory": access.space.map(|space| space.to_string()), "variable": access.variable.as_str(),
            "type": access.ty.numpy_name(), "store": access.is_store, "bytes_each": access.ty.bytes(),
        })
    });
    let elements = rows(&work.numbers.elements, |key| {
        let group = largest(work, key);
        json!({
            "variable": key.0.as_str(), "written": key.1, "bytes_each": size_of(kernel, &key.0),
            "of_a_group": group.map(|group| json!(number(group.number))),
            "of_a_group_exact": group.map(|group| group.exact),
        })
    });
    let waits = rows(&work.numbers.synchronizations, |what| json!({ "name": what.to_string() }));
    let moved = rows(&work.moved, |space| json!({ "memory": space.to_string() }));
    let flops = rows(&work.flops, |ty| json!({ "type": ty.numpy_name() }));
    json!({
        "kernel": kernel.name.as_str(), "sizes": sizes, "operations": operations, "accesses": accesses,
        "bytes": moved, "distinct_elements": elements, "synchronizations": waits,
        "launches": work.numbers.launches.iter().map(launch).collect::<Vec<_>>(),
        "warps": work.patterns.iter().filter(|pattern| pattern.seen > 0).map(warp).collect::<Vec<_>>(),
        "flops": flops, "least_bytes": work.least_bytes.map(plain), "intensity": work.intensity(),
        "roofline": device.map(|device| roofline(work, device)),
    })
}

fn number(number: i128) -> Value {
    i64::try_from(number).map_or_else(|_| json!(number.to_string()), |number| json!(number))
}

fn plain(amount: Amount) -> Value {
    json!({ "count": number(amount.number), "exact": amount.exact })
}

/// Each key with its amount; `null` where data decide.
fn rows<K>(amounts: &Amounts<K>, key: impl Fn(&K) -> Value) -> Vec<Value> {
    let row = |(own, amount): (&K, &Option<Amount>)| {
        let mut row = key(own);
        if let Some(fields) = row.as_object_mut() {
            let count = amount.map_or(Value::Null, |amount| number(amount.number));
            fields.insert("count".to_owned(), count);
            fields.insert("exact".to_owned(), json!(amount.is_some_and(|amount| amount.exact)));
        }
        row
    };
    amounts.iter().map(row).collect()
}

fn launch(launch: &LaunchNumbers) -> Value {
    json!({
        "name": launch.launched.name.as_str(), "groups": launch.launched.groups,
        "work_items": launch.launched.work_items, "local_bytes": launch.storage.local,
        "registers_estimate": launch.storage.registers,
    })
}

fn warp(pattern: &Pattern) -> Value {
    let access = Expr::load(pattern.variable.clone(), pattern.index.clone());
    json!({
        "launch": pattern.launch, "memory": pattern.space.to_string(), "access": access.to_string(),
        "variable": pattern.variable.as_str(), "store": pattern.is_store,
        "stride": pattern.stride.to_string(), "times": pattern.seen, "touched": pattern.touched,
        "least": pattern.least, "most": pattern.worst, "complete": pattern.is_complete,
    })
}

fn roofline(work: &Work, device: &Description) -> Value {
    let bound = bound(work, device);
    json!({
        "device": device.device, "seconds": bound.as_ref().map(|bound| bound.seconds),
        "by": bound.as_ref().map(|bound| bound.by.as_str()), "exact": bound.as_ref().map(|bound| bound.is_exact),
    })
}
