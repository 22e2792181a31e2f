//! Kernels of many statements are imported in time that grows with their number, not with its square.

use diag::SourceMap;
use std::time::{Duration, Instant};

/// Far above what is needed, and far below what anything quadratic takes.
const LIMIT: Duration = Duration::from_secs(20);

const MANY: usize = 20_000;

fn import(name: &str, text: &str) {
    let start = Instant::now();
    let id = SourceMap::default().add("t", text);
    let statements = match frontend_loopy::import(text, id, "t") {
        Ok(imported) => imported.module.kernels.values().next().unwrap().statements.len(),
        Err(errors) => panic!("{name}: {}", errors.first().map_or("", |error| &error.message)),
    };
    let took = start.elapsed();
    println!("{name}: {statements} statements, {took:?}");
    assert!(took < LIMIT, "{name}: {took:?}");
}

fn kernel(name: &str, statement: impl Fn(usize) -> String) {
    let lines: String = (0..MANY).map(|k| statement(k) + "\n").collect();
    import(name, &format!("{{ [i, j] : 0 <= i, j < n }}\n{lines}"));
}

#[test]
fn writes_of_one_element() {
    kernel("writes of one element", |_| "out[i] = 1".to_owned());
    kernel("updates of one element", |_| "out[i] = out[i] + 1".to_owned());
}

#[test]
fn elements_of_one_array() {
    kernel("elements of one array", |k| format!("out[i + {k}] = 1"));
    kernel("elements of a temporary", |k| {
        if k == 0 { "<> t[0] = 1".into() } else { format!("t[{k}] = t[{}]", k - 1) }
    });
}

#[test]
fn chains_of_temporaries() {
    kernel("a chain", |k| match k {
        0 => "<> t0 = x[i]".into(),
        _ => format!("<> t{k} = t{} + 1", k - 1),
    });
    kernel("a chain upwards", |k| match k {
        0 => "y[i] = t1".into(),
        _ if k + 1 == MANY => format!("<> t{k} = x[i]"),
        _ => format!("<> t{k} = t{} + 1", k + 1),
    });
    kernel("updates of one scalar", |k| if k == 0 { "<> t = x[i]".into() } else { "t = t + x[i]".into() });
}

#[test]
fn conditions() {
    kernel("blocks", |k| format!("if i > {k}\nout[i] = 1\nend"));
    kernel("conditions on data", |k| format!("if x[i] > {k}\nout[i] = 1\nend"));
    kernel("options", |k| format!("out[i] = 1 {{if=i > {k}}}"));
}

#[test]
fn declared_orders() {
    kernel("named dependencies", |k| match k {
        0 => "out[i] = 1 {id=s0}".into(),
        _ => format!("out[i] = out[i] + 1 {{id=s{k}, dep=s{}}}", k - 1),
    });
    import(
        "each after the one before",
        &format!("options seq_dependencies\n{{ [i] : 0 <= i < n }}\n{}", "out[i] = 1\n".repeat(MANY)),
    );
}
