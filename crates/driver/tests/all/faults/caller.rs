//! F17: mistakes of whoever runs a kernel; and that what code generation relied on is told and checked.

use crate::faults::tool::{DOUBLE, WorkFolder};
use serde_json::Value;

fn description(place: &WorkFolder) -> Value {
    serde_json::from_str(&place.read("out.launch.json")).unwrap()
}

#[test]
fn arrays_must_fit_their_declaration() {
    let place = WorkFolder::new();
    let declared = |ty: &str, shape: &str| {
        let rank = shape.split(',').count();
        let index = vec!["i"; rank].join(", ");
        format!(
            "lpir 1\nkernel @k {{\n arg n : i32\n arg a : {ty}[{shape}] inout\n domain [n] -> {{ [i] : 0 <= i < n }}\n iname i\n s: a[{index}] = 1  in(i)\n}}\n"
        )
    };
    place.write("make.lpir", declared("f64", "n"));
    place.run("lprun make.lpir --device interp --set n=4 --out a=a.npy").done();
    for (ty, shape, sets, code) in [
        ("f64", "n", "", ""),
        ("f64", "n", "--set n=4", ""),
        ("f64", "n", "--set n=5", "lp::run::shape"),
        ("f64", "n", "--set n=3", "lp::run::shape"),
        ("f64", "n + 1", "", ""),
        ("f64", "2*n + 1", "", "lp::run::missing"),
        ("f32", "n", "", "lp::run::shape"),
        ("i64", "n", "", "lp::run::shape"),
        ("f64", "n, n", "--set n=4", "lp::run::shape"),
    ] {
        place.write("in.lpir", declared(ty, shape));
        println!("{ty}[{shape}] {sets}");
        let run = place.run(format!("lprun in.lpir --device interp --in a=a.npy {sets}").trim_end());
        if code.is_empty() {
            run.done()
        } else {
            run.refused(code)
        };
    }
    let file = std::fs::read(place.path("a.npy")).unwrap();
    let header = |text: &str| {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(u16::try_from(text.len()).unwrap().to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes
    };
    let damaged: Vec<Vec<u8>> = vec![
        Vec::new(),
        file[..5].to_vec(),
        file[..file.len() - 1].to_vec(),
        header("{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775807,)}\n"),
        header("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}\n"),
        header("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}\n"),
        header(&"{".repeat(60_000)),
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff".to_vec(),
    ];
    place.write("in.lpir", declared("f64", "n"));
    for bytes in damaged {
        place.write("b.npy", &bytes);
        println!("{} bytes", bytes.len());
        place.run("lprun in.lpir --device interp --set n=4 --in a=b.npy").refused("lp::");
    }
}

#[test]
fn arguments_must_be_there_and_once() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    for (arguments, code) in [
        ("", "lp::run::missing"),
        ("--set m=4", "lp::run::unknown-argument"),
        ("--set n=4 --set a=4", "lp::run::value"),
        ("--set n=4 --in n=a.npy", "lp::npy"),
        ("--set n=4 --out b=b.npy", "lp::run::array"),
        ("--set n=2000000000", "lp::run::too-large"),
    ] {
        println!("{arguments}");
        place.run(format!("lprun in.lpir --device interp {arguments}").trim_end()).refused(code);
    }
}

#[test]
fn what_is_given_twice_is_wrong_usage() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    place.write("in.f90", "subroutine f(a)\n real*8 a(4)\n a(1) = N\nend\n");
    place.write("calls.txt", "b = 4\nsplit_iname(\"i\", b)\n");
    place.run("lprun in.lpir --device interp --set n=4 --out a=a.npy").done();
    for line in [
        "lprun in.lpir --device interp --set n=4 --set n=5",
        "lprun in.lpir --device interp --set n=4,n=4",
        "lprun in.lpir --device interp --in a=a.npy --in a=a.npy",
        "lprun in.lpir --device interp --set n=4 --out out=b.npy,out=c.npy",
        "lpopt in.lpir --pipeline calls.txt --set b=2 --set b=8",
        "lptranslate in.f90 --define N=1,N=2",
    ] {
        let run = place.run(line);
        assert_eq!(run.code, Some(2), "{line}: {run:?}");
        assert!(run.err.contains("is given twice"), "{}", run.err);
    }
}

#[test]
fn files_without_end_are_read_as_far_as_their_header_says() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    let run =
        place.run("lprun in.lpir --device interp --set n=4 --in a=/dev/zero").refused("lp::npy::format");
    assert!(run.took < std::time::Duration::from_secs(10), "{run:?}");
    // An array, and after it a pipe that goes on.
    place.run("lprun in.lpir --device interp --set n=4 --out a=a.npy").done();
    let line = ["in.lpir", "--device", "interp", "--in", "a=/dev/stdin"];
    let mut command = std::process::Command::new("sh");
    command.arg("-c").arg("cat a.npy /dev/zero | timeout 20 \"$0\" \"$@\"");
    command.arg(place.command("lprun", &[]).get_program()).args(line).current_dir(place.path("."));
    crate::faults::tool::finish(&mut command).done();
    // A place that a kernel names is shown only if it is a file.
    let s = "  s: out[i] = 2*b[i]  in(i) @\"/dev/zero\":1:1\n";
    place.write("bad.lpir", DOUBLE.replace("  s: out[i] = 2*a[i]  in(i)\n", s));
    place.run("lptranslate bad.lpir").refused("lp::verify");
}

#[test]
fn assumptions_are_told_and_checked() {
    for (calls, told, good, bad) in [
        ("assume(\"n mod 16 = 0\")", "n mod 16 = 0", "32", &["20", "1"][..]),
        ("assume(\"n >= 3 and n < 100\")", "3 <= n <= 99", "3", &["2", "100"]),
        ("assume(\"n <= 4 or n >= 10\")", "n", "10", &["5", "9"]),
        ("fix_parameters(n=8)", "n = 8", "8", &["7", "9", "0"]),
        ("split_iname(\"i\", 16); assume(\"n mod 16 = 0\")", "n mod 16 = 0", "16", &["17"]),
    ] {
        let place = WorkFolder::new();
        place.write("in.lpir", DOUBLE);
        place.tool("lpopt", &["in.lpir", "-p", calls, "-o", "tuned.lpir"]).done();
        place.run("lptranslate tuned.lpir -o out.cl").done();
        let description = description(&place);
        let assumptions = description["assumptions"].as_str().unwrap();
        assert!(assumptions.contains(told), "{assumptions}");
        for device in ["interp", "opencl"] {
            let run = place.run(&format!("lprun tuned.lpir --device {device} --set n={good}"));
            if !run.err.contains("lp::device::none") {
                run.done();
            }
            for n in bad {
                println!("{calls} {n}");
                let run = place.run(&format!("lprun tuned.lpir --device {device} --set n={n}"));
                let run = run.refused("lp::run::assumption");
                assert!(run.err.contains(&format!("n = {n}")), "{}", run.err);
            }
        }
    }
}

#[test]
fn what_index_arithmetic_relies_on_is_told_and_checked() {
    let place = WorkFolder::new();
    place.write("in.lpir", "lpir 1\nkernel @k {\n arg n, m : i32\n arg k : i64\n arg a : f64[n] inout\n domain [n, m] -> { [i] : 0 <= i < n and i + 16 < m }\n iname i\n s: a[i] = 1.0  in(i)\n}\n");
    place.run("lptranslate in.lpir -o out.cl").done();
    let limit = description(&place)["argument_limit"].as_i64().unwrap();
    for (m, code) in
        [(limit, ""), (limit + 1, "lp::run::argument-limit"), (-limit - 1, "lp::run::argument-limit")]
    {
        let run = place.run(&format!("lprun in.lpir --device opencl --set n=4,m={m},k=9223372036854775807"));
        if run.err.contains("lp::device::none") {
            eprintln!("skipped: there is no OpenCL device");
            return;
        }
        if code.is_empty() {
            run.done()
        } else {
            run.refused(code)
        };
    }
    assert_eq!(
        description(&place)["distinct_buffers"],
        Value::Bool(true),
        "`restrict` is a promise of the caller"
    );
}

#[test]
fn where_buffers_begin_is_told_where_vectors_rely_on_it() {
    let place = WorkFolder::new();
    for (tag, bytes) in [("vec", 128), ("unr", 1)] {
        place.write("in.lpir", format!("lpir 1\nkernel @k {{\n arg a : f32[64] inout\n domain {{ [i, j] : 0 <= i < 16 and 0 <= j < 4 }}\n iname i\n iname j : {tag}\n s: a[4*i + j] = 1.0  in(i, j)\n}}\n"));
        for (code, bytes) in [("out.cl", bytes), ("out.cu", 1)] {
            place.run(&format!("lptranslate in.lpir -o {code}")).done();
            assert_eq!(description(&place)["buffer_alignment"], bytes, "{tag} {code}");
        }
    }
}

#[test]
fn what_is_no_vector_is_said_of_code_that_runs_at_once() {
    let place = WorkFolder::new();
    place.write("in.lpir", "lpir 1\nkernel @k {\n arg a : i32[3] inout\n domain { [j] : 0 <= j < 3 }\n iname j : vec\n s: a[j] = 1  in(j)\n}\n");
    let run = place.run("lprun in.lpir --device opencl");
    if run.err.contains("lp::device::none") {
        eprintln!("skipped: there is no OpenCL device");
        return;
    }
    assert!(run.err.contains("lp::codegen::vector"), "{}", run.err);
    run.done();
}
