//! Programs of thousands of statements go from source to OpenCL in time that grows with their number, not with its square.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::process::Command;
use std::time::{Duration, Instant};

/// Far above what is needed, and far below what anything quadratic takes.
const LIMIT: Duration = Duration::from_secs(20);

fn compile(name: &str, source: &str, arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), source).unwrap();
    let start = Instant::now();
    let mut tool = Command::new(env!("CARGO_BIN_EXE_lpopt"));
    let status = tool.current_dir(folder.path()).args([name, "-o", "k.cl"]).args(arguments).status();
    let took = start.elapsed();
    println!("{name}: {took:?}");
    assert!(status.unwrap().success(), "{name}");
    assert!(took < LIMIT, "{name}: {took:?}");
}

#[test]
fn a_chain_of_statements() {
    let mut text = "args a, out : float32[n]\n{ [i] : 0 <= i < n }\n<> t0 = a[i]\n".to_owned();
    (1..20_000).for_each(|k| writeln!(text, "<> t{k} = t{}*a[i] + {k}", k - 1).unwrap());
    text += "out[i] = t19999\n";
    compile("chain.loopy", &text, &["-p", "split_iname(\"i\", 128, outer_tag=\"g.0\", inner_tag=\"l.0\")"]);
}

#[test]
fn successive_loops() {
    let arrays: Vec<String> = (0..400).map(|k| format!("x{k}")).collect();
    let list = arrays.join(", &\n    ");
    let mut text = format!("subroutine k(n, {list})\n  integer :: n, i\n");
    arrays.iter().for_each(|array| writeln!(text, "  real :: {array}(n)").unwrap());
    for k in 0..8000 {
        let (x, y) = (k % 400, (k + 1) % 400);
        write!(text, "  do i = 1, n\n    x{y}(i) = x{y}(i) + x{x}(i)\n  end do\n").unwrap();
    }
    text += "end\n";
    compile("loops.f90", &text, &[]);
}
