//! Programs of thousands of statements go from source to OpenCL in time that grows with their number, not
//! with its square.

use std::fmt::Write;
use std::process::Command;
use std::time::{Duration, Instant};

/// A large program has four times the statements of a small one. Sixteen is what a square gives.
const MOST_TIMES: u32 = 9;

fn compiled(name: &str, source: &str, arguments: &[&str]) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), source).unwrap();
    let start = Instant::now();
    let mut tool = Command::new(env!("CARGO_BIN_EXE_lpopt"));
    let status = tool.current_dir(folder.path()).args([name, "-o", "k.cl"]).args(arguments).status();
    let took = start.elapsed();
    assert!(status.unwrap().success(), "{name}");
    took
}

/// Compiles the program of so many statements and that of a quarter of them. Both times are taken on a
/// machine that does other work as well, so a ratio that is too large is measured again.
fn grows_linearly(statements: usize, name: &str, source: impl Fn(usize) -> String, arguments: &[&str]) {
    let ratio = |_| {
        let small = compiled(name, &source(statements / 4), arguments);
        let large = compiled(name, &source(statements), arguments);
        println!("{name}: {small:?} and {large:?}");
        (large < small * MOST_TIMES).then_some(())
    };
    (0..3).find_map(ratio).unwrap();
}

fn chain(statements: usize) -> String {
    let mut text = "args a, out : float32[n]\n{ [i] : 0 <= i < n }\n<> t0 = a[i]\n".to_owned();
    (1..statements).for_each(|k| writeln!(text, "<> t{k} = t{}*a[i] + {k}", k - 1).unwrap());
    writeln!(text, "out[i] = t{}", statements - 1).unwrap();
    text
}

#[test]
fn a_chain_of_statements() {
    let split = "split_iname(\"i\", 128, outer_tag=\"g.0\", inner_tag=\"l.0\")";
    grows_linearly(40_000, "chain.loopy", chain, &["-p", split]);
}

fn loops(statements: usize) -> String {
    let arrays: Vec<String> = (0..400).map(|k| format!("x{k}")).collect();
    let list = arrays.join(", &\n    ");
    let mut text = format!("subroutine k(n, {list})\n  integer :: n, i\n");
    arrays.iter().for_each(|array| writeln!(text, "  real :: {array}(n)").unwrap());
    for k in 0..statements {
        let (x, y) = (k % 400, (k + 1) % 400);
        write!(text, "  do i = 1, n\n    x{y}(i) = x{y}(i) + x{x}(i)\n  end do\n").unwrap();
    }
    text + "end\n"
}

#[test]
fn successive_loops() {
    grows_linearly(8000, "loops.f90", loops, &[]);
}
