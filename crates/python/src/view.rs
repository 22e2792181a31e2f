//! A kernel as plain data, for those who look into it.

use ir::{ArgKind, Axis, Expr, Host, Kernel, LValue, Layout, Scalar, Statement, StatementKind, Step};
use serde_json::{Value, json};

/// All that a kernel says; sets and expressions are texts.
pub(crate) fn of_kernel(kernel: &Kernel) -> Value {
    let rule = |(name, rule): (&ir::Name, &ir::Rule)| {
        json!([name.to_string(), texts(&rule.params), rule.body.to_string()])
    };
    let iname = |(name, iname): (&ir::Name, &ir::Iname)| json!([name.to_string(), iname_tags(iname)]);
    json!({
        "name": kernel.name.to_string(),
        "target": kernel.target.map(|target| target.to_string()),
        "args": kernel.args.iter().map(|(name, arg)| argument(name, arg)).collect::<Vec<_>>(),
        "temps": kernel.temps.iter().map(|(name, temp)| temporary(name, temp)).collect::<Vec<_>>(),
        "domains": kernel.domains.iter().map(|domain| domain.set.to_string()).collect::<Vec<_>>(),
        "assumptions": kernel.assumptions.to_string(),
        "inames": kernel.inames.iter().map(iname).collect::<Vec<_>>(),
        "priorities": kernel.priorities.iter().map(texts).collect::<Vec<_>>(),
        "rules": kernel.rules.iter().map(rule).collect::<Vec<_>>(),
        "statements": kernel.statements.iter().map(|(id, one)| statement(id, one)).collect::<Vec<_>>(),
        "fixed": runtime::fixed(kernel).into_iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>(),
        "parents": kernel.domains.iter().map(|domain| domain.parent).collect::<Vec<_>>(),
        "schedule": kernel.schedule.as_ref().map(|schedule| schedule.host.iter().map(host).collect::<Vec<_>>()),
    })
}

fn texts<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|one| one.to_string()).collect()
}

fn dtype(ty: Option<Scalar>) -> Option<&'static str> {
    ty.map(Scalar::numpy_name)
}

fn argument(name: &ir::Name, arg: &ir::Arg) -> Value {
    let common = json!({ "name": name.to_string(), "dtype": dtype(arg.ty) });
    match &arg.kind {
        ArgKind::Value => common,
        ArgKind::Array { shape, layout, access } => {
            let extents: Vec<_> = shape.iter().map(|one| one.as_ref().map(Expr::to_string)).collect();
            joined(
                common,
                json!({ "shape": extents, "axes": axes(layout, shape), "access": access.to_string() }),
            )
        }
    }
}

fn temporary(name: &ir::Name, temp: &ir::Temp) -> Value {
    let shape: Vec<_> = temp.shape.iter().cloned().map(Some).collect();
    json!({
        "name": name.to_string(),
        "dtype": dtype(temp.ty),
        "space": temp.space.map(|space| space.to_string()),
        "shape": texts(&temp.shape),
        "axes": axes(&temp.layout, &shape),
    })
}

/// Of each axis its nesting level, if it has one, and its stride in elements where that is known.
fn axes(layout: &Layout, shape: &[Option<Expr>]) -> Vec<(Option<u8>, Option<String>)> {
    let strides = layout.strides(shape);
    let stride = |at: usize| strides.as_ref().and_then(|all| all.get(at)).map(Expr::to_string);
    let axis = |(at, axis): (usize, &Axis)| match axis {
        Axis::Level(level) => (Some(*level), stride(at)),
        Axis::Stride(stride) => (None, Some(stride.to_string())),
        Axis::Separate => (None, None),
    };
    layout.0.iter().enumerate().map(axis).collect()
}

fn statement(id: &ir::Name, one: &Statement) -> Value {
    let common = json!({
        "id": id.to_string(),
        "inames": texts(&one.inames),
        "depends_on": texts(&one.after),
        "predicates": texts(&one.predicates),
        "tags": texts(&one.tags),
        "no_sync": one.no_sync.iter().map(|(id, scope)| (id.to_string(), scope.to_string())).collect::<Vec<_>>(),
        "groups": texts(&one.groups),
        "conflicts": texts(&one.conflicts),
        "priority": one.priority,
        "atomic": one.atomic.map(|kind| if kind == ir::Atomic::Init { "init" } else { "update" }),
    });
    let own = match &one.kind {
        StatementKind::Assign { target, value } => {
            json!({ "kind": "assignment", "target": lvalue(target), "value": value.to_string() })
        }
        StatementKind::Barrier(scope) => json!({ "kind": "barrier", "scope": scope.to_string() }),
        StatementKind::Nop => json!({ "kind": "nop" }),
    };
    joined(common, own)
}

/// A step of the host: `["launch", name, steps]` or `["for", iname, steps]`.
fn host(step: &Host) -> Value {
    match step {
        Host::Launch(launch) => json!(["launch", launch.name.to_string(), steps(&launch.body)]),
        Host::For(inner) => {
            json!(["for", inner.iname.to_string(), inner.body.iter().map(host).collect::<Vec<_>>()])
        }
    }
}

/// Steps of a work item: `["run", id]`, `["barrier"]` or `["for", iname, steps]`; conditions are left out.
fn steps(all: &[Step]) -> Vec<Value> {
    all.iter().flat_map(step).collect()
}

fn step(step: &Step) -> Vec<Value> {
    match step {
        Step::Run(id) => vec![json!(["run", id.to_string()])],
        Step::Barrier { .. } => vec![json!(["barrier"])],
        Step::For(inner) => vec![json!(["for", inner.iname.to_string(), steps(&inner.body)])],
        Step::If { then, otherwise, .. } => [steps(then), steps(otherwise)].concat(),
    }
}

fn lvalue(target: &LValue) -> String {
    match target {
        LValue::Scalar(name) => name.to_string(),
        LValue::Element { array, index } => format!("{array}[{}]", texts(index).join(", ")),
    }
}

fn iname_tags(iname: &ir::Iname) -> Vec<String> {
    iname
        .tag
        .iter()
        .map(ToString::to_string)
        .chain(iname.words.iter().map(|word| format!("${word}")))
        .collect()
}

/// One object with the entries of both.
fn joined(mut first: Value, second: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut first, second) {
        all.extend(more);
    }
    first
}
