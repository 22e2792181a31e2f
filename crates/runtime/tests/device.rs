//! Runs on an OpenCL device, in child processes of this very program.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::float_cmp,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a test fails by panicking"
)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "all/common/mod.rs"]
mod common;

use codegen_opencl::Dialect;
use common::{doubles, elements, inputs, kernel};
use libtest_mimic::{Arguments, Failed, Trial};
use runtime::device::{CHILD_FLAG, Plan, Request, Worker, plan, serve};
use runtime::{Array, Bindings, Options, Tolerance, compare, interpret};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const FILL: &str = "kernel @fill {
  arg n : i32
  arg a : f64
  arg x : f64[n] in
  arg out : f64[n] out
  domain [n] -> { [o, p] : 0 <= p < 16 and 0 <= p + 16*o < n }
  iname o : g.0
  iname p : l.0
  s: out[p + 16*o] = a*x[p + 16*o] + p in(o, p)
  schedule {
    launch @fill groups((n + 15) // 16) work_items(16) {
      index o : g.0
      index p : l.0
      if p + 16*o < n {
        run s
      }
    }
  }
}";

const REVERSE: &str = "kernel @reverse {
  arg n : i32
  arg steps : i32
  arg x : f64[8*n] inout
  temp buf : f64[8] local
  temp g : f64[8*n] global
  temp t : f64 private
  domain [n] -> { [w, p] : 0 <= p < 8 and 0 <= w < n }
  domain { [q] : 0 <= q < 8 }
  domain [n] -> { [v, r] : 0 <= r < 8 and 0 <= v < n }
  domain [steps] -> { [k] : 0 <= k < steps }
  order(text)
  put: buf[p] = x[8*w + p] in(k, w, p)
  get: t = buf[7 - q] in(k, w, q)
  out: g[8*w + q] = 2*t + k in(k, w, q)
  back: x[8*v + r] = g[8*(n - 1 - v) + r] in(k, v, r)
  schedule {
    for k = 0 to steps - 1 {
      launch @first groups(n) work_items(8) {
        index w : g.0
        index p : l.0
        index q : l.0
        run put
        barrier
        run get
        run out
      }
      launch @second groups(n) work_items(8) {
        index v : g.0
        index r : l.0
        run back
      }
    }
  }
}";

fn worker(seconds: u64) -> Worker {
    Worker::this_program(Duration::from_secs(seconds)).unwrap()
}

/// What the device is asked to do for a kernel of which this is the source.
fn planned(kernel: &ir::Kernel, bindings: &Bindings, source: &str) -> Result<Plan, Vec<diag::Diagnostic>> {
    plan(kernel, bindings, source, &codegen_opencl::description(kernel, Dialect::OpenCl).unwrap())
}

/// Runs a kernel on the interpreter and on the device, and compares.
fn both(text: &str, sets: &[(&str, &str)], arrays: &[(&str, Array)]) -> Bindings {
    let kernel = kernel(text);
    let start = Bindings::new(&kernel, &inputs(sets, arrays)).unwrap();
    let mut wanted = start.clone();
    interpret(&kernel, &mut wanted, &Options::default()).unwrap();
    let mut got = start;
    let source =
        codegen_opencl::source([&legality::check(&kernel).unwrap()], codegen_opencl::Options::default())
            .unwrap();
    let plan = planned(&kernel, &got, &source).unwrap();
    let outcome = worker(60).run(&plan, &mut got, &Request { repeat: 3, ..Request::default() }).unwrap();
    assert_eq!(outcome.seconds.len(), 3);
    for ((name, wanted), (_, got)) in wanted.arrays().zip(got.arrays()) {
        assert_eq!(compare(wanted, got, Tolerance::EXACT), None, "{name}");
    }
    got
}

/// Runs hand-written source in place of a kernel's own code; the error that it ends with.
fn sabotaged(source: &str, seconds: u64) -> diag::Diagnostic {
    let kernel = kernel(FILL);
    let mut bindings = Bindings::new(&kernel, &inputs(&[("n", "40"), ("a", "2")], &[])).unwrap();
    let before = bindings.clone();
    let plan = planned(&kernel, &bindings, source).unwrap();
    let error = worker(seconds).run(&plan, &mut bindings, &Request::default()).unwrap_err();
    assert_eq!(bindings, before);
    error
}

/// The parameter list of `fill`.
fn fill(body: &str) -> String {
    format!(
        "__kernel void fill(int n, double a, __global const double *x, __global double *out) {{ {body} }}"
    )
}

fn devices_are_described() {
    let devices = worker(60).list().unwrap();
    let first = devices.first().unwrap();
    assert!(
        !first.name.is_empty() && first.max_group_size > 0 && first.max_work_items.len() == 3,
        "{first:?}"
    );
    assert!(first.global_bytes >= first.max_buffer_bytes && first.local_bytes > 0, "{first:?}");
}

fn generated_code_agrees_with_the_interpreter() {
    let after = both(FILL, &[("a", "2")], &[("x", doubles(&[37], |i| i[0] as f64))]);
    assert_eq!(elements(&after, "out")[36], 2.0 * 36.0 + 4.0);
    both(FILL, &[("n", "1")], &[]);
    both(FILL, &[("n", "0")], &[]);
    both(REVERSE, &[("n", "3"), ("steps", "4")], &[]);
    both(REVERSE, &[("n", "3"), ("steps", "0")], &[]);
}

fn unknown_devices_are_named() {
    let kernel = kernel(FILL);
    let mut bindings = Bindings::new(&kernel, &inputs(&[("n", "4"), ("a", "2")], &[])).unwrap();
    let plan = planned(&kernel, &bindings, "").unwrap();
    let request = Request { device: Some(String::from("no such thing")), ..Request::default() };
    let error = worker(60).run(&plan, &mut bindings, &request).unwrap_err();
    assert_eq!(error.code, "lp::device::unknown");
    assert!(error.help.unwrap().starts_with("there is "));
}

fn code_that_does_not_compile() {
    let error = sabotaged(&fill("nonsense;"), 60);
    assert_eq!(error.code, "lp::device::build");
    assert!(error.notes.iter().any(|note| note.contains("nonsense")), "{error:?}");
}

fn missing_functions_and_wrong_arguments() {
    let error = sabotaged("__kernel void other(int n) {}", 60);
    assert_eq!(
        (error.code, error.message.as_str()),
        ("lp::device::opencl", "an OpenCL call failed with CL_INVALID_KERNEL_NAME")
    );
    let error = sabotaged("__kernel void fill(int n) {}", 60);
    assert!(error.message.contains("CL_INVALID"), "{error:?}");
}

fn endless_kernels_are_stopped() {
    let start = Instant::now();
    let error =
        sabotaged(&fill("while (out[0] != 1e-30) { out[1] += n; barrier(CLK_GLOBAL_MEM_FENCE); }"), 4);
    assert_eq!(error.code, "lp::device::timeout");
    assert!(start.elapsed() < Duration::from_secs(30));
}

fn crashes_are_messages() {
    let error = sabotaged(&fill("out[n*100000000000L + get_global_id(0)] = n;"), 60);
    assert_eq!(error.code, "lp::device::crash", "{error:?}");
}

fn writes_behind_an_array_are_found() {
    let error = sabotaged(&fill("out[n + get_local_id(0)] = 1;"), 60);
    assert_eq!(
        (error.code, error.message.as_str()),
        ("lp::device::overrun", "the device wrote behind the end of `out`")
    );
}

fn too_large_groups_are_refused() {
    let text = FILL.replace("work_items(16)", "work_items(1000000)");
    let kernel = kernel(&text);
    let mut bindings = Bindings::new(&kernel, &inputs(&[("n", "4"), ("a", "2")], &[])).unwrap();
    let plan = planned(&kernel, &bindings, "").unwrap();
    let error = worker(60).run(&plan, &mut bindings, &Request::default()).unwrap_err();
    assert_eq!(error.code, "lp::device::limit");
}

fn large_integers_are_refused() {
    let kernel = kernel(&FILL.replace("f64[n]", "f64[4]"));
    let errors = Bindings::new(&kernel, &inputs(&[("n", "2147483647"), ("a", "2")], &[])).unwrap_err();
    assert_eq!(errors.first().unwrap().code, "lp::run::requirement");
}

const TRIALS: &[(&str, fn())] = &[
    ("devices_are_described", devices_are_described),
    ("generated_code_agrees_with_the_interpreter", generated_code_agrees_with_the_interpreter),
    ("unknown_devices_are_named", unknown_devices_are_named),
    ("code_that_does_not_compile", code_that_does_not_compile),
    ("missing_functions_and_wrong_arguments", missing_functions_and_wrong_arguments),
    ("endless_kernels_are_stopped", endless_kernels_are_stopped),
    ("crashes_are_messages", crashes_are_messages),
    ("writes_behind_an_array_are_found", writes_behind_an_array_are_found),
    ("too_large_groups_are_refused", too_large_groups_are_refused),
    ("large_integers_are_refused", large_integers_are_refused),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [_, flag, folder] = args.as_slice()
        && flag == CHILD_FLAG
    {
        return serve(Path::new(folder));
    }
    // Without a driver there is nothing to run on; with one that fails, the tests say so.
    if worker(60).list().is_ok_and(|devices| devices.is_empty()) {
        println!("there is no OpenCL device: tests of devices are skipped");
        return ExitCode::SUCCESS;
    }
    let trial = |(name, test): &(&'static str, fn())| {
        let test = *test;
        Trial::test(*name, move || std::panic::catch_unwind(test).map_err(|_| Failed::without_message()))
    };
    libtest_mimic::run(&Arguments::from_args(), TRIALS.iter().map(trial).collect()).exit_code()
}
