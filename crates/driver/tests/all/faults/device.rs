//! F14 to F16: drivers that do not compile, lose the device, hang or abort. `stub.c` stands between `lprun`
//! and the driver and does so on demand.

use crate::faults::tool::{DOUBLE, LIMIT, Run, WorkFolder, family, finish};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// `lprun` with a fault in its driver; none where there is no compiler or no device to stand before.
pub(crate) fn with_fault(place: &WorkFolder, fault: &str, arguments: &[&str]) -> Option<Run> {
    let library = place.path("stub.so");
    if !library.exists() {
        let source = crate::faults::tool::root().join("crates/driver/tests/faults/stub.c");
        let built =
            Command::new("gcc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).status();
        if !built.is_ok_and(|status| status.success()) {
            eprintln!("skipped: there is no gcc");
            return None;
        }
    }
    if place.run("lprun --list-devices").done().out.starts_with("no OpenCL device") {
        eprintln!("skipped: there is no OpenCL device");
        return None;
    }
    Some(finish(place.command("lprun", arguments).env("LD_PRELOAD", library).env("LP_STUB", fault)))
}

const RUN: &[&str] =
    &["in.lpir", "--device", "opencl", "--set", "n=8", "--out", "out=out.npy", "--time-limit", "3"];

#[test]
fn each_fault_of_a_driver_is_a_message_and_leaves_the_old_files() {
    for (fault, code, hint) in [
        ("no platform", "lp::device::none", "PoCL"),
        ("list fails", "lp::device::opencl", ""),
        ("little local memory", "lp::device::limit", "local memory"),
        ("little memory", "lp::device::limit", "bytes"),
        ("small groups", "lp::device::limit", "work items"),
        ("compiler aborts", "lp::device::crash", "signal"),
        ("allocation fails", "lp::device::memory", "smaller"),
        ("out of resources", "lp::device::resources", "CL_OUT_OF_RESOURCES"),
        ("driver crashes", "lp::device::crash", "signal"),
        ("driver aborts", "lp::device::crash", "assertion failed in the driver"),
        ("process ends", "lp::device::crash", ""),
        ("device is lost", "lp::device::lost", "went away"),
        ("device hangs", "lp::device::timeout", "3 seconds"),
        ("reading fails", "lp::device::lost", ""),
        ("writes behind the end", "lp::device::overrun", "behind the end"),
    ] {
        let place = WorkFolder::new();
        place.write("in.lpir", DOUBLE);
        let calls = "split_iname(\"i\", 16, outer_tag=\"g.0\", inner_tag=\"l.0\"); add_prefetch(\"a\", [\"i_inner\"])";
        place.tool("lpopt", &["in.lpir", "-p", calls, "-o", "tiled.lpir"]).done();
        place.write("out.npy", "old");
        println!("{fault}");
        let arguments: Vec<&str> = ["tiled.lpir"].iter().chain(&RUN[1..]).copied().collect();
        let Some(run) = with_fault(&place, fault, &arguments) else { return };
        let run = run.refused(code);
        assert!(run.err.contains(hint), "{}", run.err);
        assert_eq!(place.read("out.npy"), "old");
        assert_eq!(place.files(), ["in.lpir", "out.npy", "stub.so", "tiled.lpir"]);
    }
}

#[test]
fn vectors_do_not_run_where_buffers_may_begin_anywhere() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    let calls = "assume(\"n mod 4 = 0\"); split_iname(\"i\", 4, inner_tag=\"vec\")";
    place.tool("lpopt", &["in.lpir", "-p", calls, "-o", "vectors.lpir"]).done();
    let run = |input| with_fault(&place, "buffers begin anywhere", &[&[input], &RUN[1..]].concat());
    let (Some(plain), Some(vectors)) = (run("in.lpir"), run("vectors.lpir")) else { return };
    plain.done();
    let refused = vectors.refused("lp::device::limit");
    assert!(refused.err.contains("128 bytes") && refused.err.contains("multiples of 8"), "{}", refused.err);
}

#[test]
fn code_that_does_not_compile_is_kept_with_the_log() {
    for fault in ["does not compile", "fails without a log"] {
        let place = WorkFolder::new();
        place.write("in.lpir", DOUBLE);
        let Some(run) = with_fault(&place, fault, RUN) else { return };
        assert_eq!(run.code, Some(70), "{run:?}");
        assert!(
            run.err.contains("lp::device::build") && run.err.contains("lprun-reproducer.cl"),
            "{}",
            run.err
        );
        let kept = place.read("lprun-reproducer.cl");
        assert!(kept.contains("__kernel void") && kept.contains("does not compile the code"), "{kept}");
        assert!(fault != "does not compile" || kept.contains("error"), "{kept}");
    }
}

#[test]
fn a_kernel_that_never_ends_is_stopped() {
    let place = WorkFolder::new();
    // So many iterations of a loop that no compiler can see through, each of which takes its time on memory.
    place.write("in.lpir", "lpir 1\nkernel @k {\n arg n, m : i64\n arg a : f64[8] inout\n domain [n] -> { [i] : 0 <= i < n }\n iname i\n s: a[(i*5) % 8] = a[(i*3) % 8]*0.5 + sin(a[(i*7 + 1) % 8])  in(i) time(i)\n}\n");
    let run = place.run("lprun in.lpir --device opencl --set n=2000000000,m=1 --time-limit 2");
    let took = run.took;
    if run.err.contains("lp::device::none") {
        eprintln!("skipped: there is no OpenCL device");
        return;
    }
    run.refused("lp::device::timeout");
    assert!(took < Duration::from_secs(20), "{took:?}");
}

#[test]
fn a_killed_run_leaves_no_process_behind() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    let Some(_) = with_fault(&place, "none", RUN) else { return };
    let library = place.path("stub.so");
    let mut parent = place
        .command("lprun", &["in.lpir", "--device", "opencl", "--set", "n=8", "--time-limit", "600"])
        .env("LD_PRELOAD", library)
        .env("LP_STUB", "device hangs")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut processes = Vec::new();
    let start = Instant::now();
    // The tool, its worker, and the process that talks to the driver.
    while processes.len() < 3 && start.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(50));
        processes = family(parent.id());
    }
    assert_eq!(processes.len(), 3, "{processes:?}");
    parent.kill().unwrap();
    parent.wait().unwrap();
    let start = Instant::now();
    let alive = |process: &&u32| std::path::Path::new(&format!("/proc/{process}")).exists();
    while processes.iter().any(|process| alive(&process)) && start.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(processes.iter().filter(alive).count(), 0, "{processes:?}");
}

/// `lprun` alone in a folder, beside a script in the place of the program that talks to OpenCL.
fn alone(place: &WorkFolder, script: &str) -> std::path::PathBuf {
    for (name, tool) in [("lprun", env!("CARGO_BIN_EXE_lprun")), ("lpopt", env!("CARGO_BIN_EXE_lpopt"))] {
        if std::fs::hard_link(tool, place.path(name)).is_err() {
            std::fs::copy(tool, place.path(name)).unwrap();
        }
    }
    place.write("lprun-opencl", script);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(place.path("lprun-opencl"), mode).unwrap();
    place.path("lprun")
}

#[test]
fn without_the_library_of_opencl_the_interpreter_runs() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    let lost =
        "lprun-opencl: error while loading shared libraries: libOpenCL.so.1: cannot open shared object file";
    let program = alone(&place, &format!("#!/bin/sh\necho '{lost}' >&2\nexit 127\n"));
    let run = |arguments: &[&str]| {
        finish(Command::new(&program).args(arguments).current_dir(place.path("")).env("NO_COLOR", "1"))
    };
    let done = run(&["in.lpir", "--set", "n=8"]).done();
    assert!(done.out.contains("since there is no OpenCL device"), "{}", done.out);
    run(&["in.lpir", "--device", "interp", "--set", "n=8"]).done();
    assert!(run(&["--list-devices"]).done().out.starts_with("no OpenCL device"));
    let refused = run(&["in.lpir", "--device", "opencl", "--set", "n=8"]).refused("lp::device::library");
    assert!(refused.err.contains("libOpenCL.so.1"), "{}", refused.err);
    std::fs::remove_file(place.path("lprun-opencl")).unwrap();
    run(&["in.lpir", "--device", "interp", "--set", "n=8"]).done();
    run(&["in.lpir", "--device", "opencl", "--set", "n=8"]).refused("lp::device::exchange");
}

#[test]
fn no_tool_needs_the_library_of_opencl_to_start() {
    for tool in [
        env!("CARGO_BIN_EXE_lpopt"),
        env!("CARGO_BIN_EXE_lptranslate"),
        env!("CARGO_BIN_EXE_lprun"),
        env!("CARGO_BIN_EXE_lpfc"),
    ] {
        let Ok(listed) = Command::new("ldd").arg(tool).output() else {
            eprintln!("skipped: there is no ldd");
            return;
        };
        let libraries = String::from_utf8_lossy(&listed.stdout).into_owned();
        assert!(!libraries.contains("OpenCL"), "{tool}:\n{libraries}");
    }
}
