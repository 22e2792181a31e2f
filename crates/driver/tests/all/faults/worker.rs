//! F4: factors and constants beyond all measure. F5: crashes and exhausted limits inside the tools.

use crate::faults::tool::{DOUBLE, WorkFolder, finish};
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn huge_factors_are_refused_or_harmless() {
    for (calls, code, knob) in [
        ("fix_parameters(n=2000000000); tag_inames({\"i\": \"unr\"})", "lp::lower::copies", "untag"),
        ("split_iname(\"i\", 1000000000, inner_tag=\"unr\")", "lp::lower::copies", "i_inner"),
        ("split_iname(\"i\", 4097, inner_tag=\"unr\")", "lp::lower::copies", "4097 copies of `s`"),
        (
            "split_iname(\"i\", 64, inner_tag=\"unr\"); split_iname(\"i_outer\", 65, inner_tag=\"unr\")",
            "lp::lower::copies",
            "4160",
        ),
        ("split_iname(\"i\", 4096, inner_tag=\"unr\")", "", ""),
        ("split_iname(\"i\", 9223372036854775807)", "", ""),
        ("split_iname(\"i\", 2000000000, outer_tag=\"g.0\", inner_tag=\"l.0\")", "", ""),
        ("split_iname(\"i\", 1000000000, slabs=(1000000000, 1000000000))", "", ""),
        ("assume(\"n mod 9223372036854775807 = 3\")", "", ""),
        ("fix_parameters(n=2147483647)", "", ""),
    ] {
        let place = WorkFolder::new();
        place.write("in.lpir", DOUBLE);
        println!("{calls}");
        place.tool("lpopt", &["in.lpir", "-p", calls, "-o", "out.lpir"]).done();
        let run = place.run("lptranslate out.lpir -o out.cl");
        if code.is_empty() {
            run.done();
        } else {
            let run = run.refused(code);
            assert!(run.err.contains(knob), "{}", run.err);
        }
    }
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    let beyond = "fix_parameters(n=9223372036854775807)";
    place.tool("lpopt", &["in.lpir", "-p", beyond]).refused("lp::fix-parameters::range");
}

#[test]
fn a_nest_of_too_many_loops_is_refused() {
    let inames: Vec<String> = (0..41).map(|at| format!("i{at}")).collect();
    let bounds: Vec<String> = inames.iter().map(|iname| format!("0 <= {iname} < n")).collect();
    let declared: String = inames.iter().map(|iname| format!(" iname {iname}\n")).collect();
    let list = inames.join(", ");
    let place = WorkFolder::new();
    place.write("in.lpir", format!("lpir 1\nkernel @k {{\n arg n : i32\n arg a : f64[n] out\n domain [n] -> {{ [{list}] : {} }}\n{declared} s: a[i0] = 1  in({list}) time({list})\n}}\n", bounds.join(" and ")));
    place.run("lptranslate in.lpir -o out.cl").refused("lp::lower::inames");
}

#[test]
fn sets_that_blow_up_end_in_a_message() {
    let kernel = |count: usize| {
        let inames: Vec<String> = (0..count).map(|at| format!("i{at}")).collect();
        let holes: Vec<String> =
            inames.iter().map(|iname| format!("0 <= {iname} < n and {iname} != 5")).collect();
        let declared: String = inames.iter().map(|iname| format!(" iname {iname}\n")).collect();
        let list = inames.join(", ");
        format!(
            "lpir 1\nkernel @k {{\n arg n : i32\n arg a : f64[n] out\n domain [n] -> {{ [{list}] : {} }}\n{declared} s: a[i0] = 1  in({list}) time({list})\n}}\n",
            holes.join(" and ")
        )
    };
    for (count, code) in [(8, "lp::quota"), (14, "lp::domain::solver"), (40, "lp::domain::solver")] {
        let place = WorkFolder::new();
        place.write("in.lpir", kernel(count));
        place.run("lptranslate in.lpir -o out.cl").refused(code);
    }
}

/// Ends the process in which a tool does its work, as a fault of its own would.
fn crash_child_of(tool: u32) {
    let children = format!("/proc/{tool}/task/{tool}/children");
    for _ in 0..1000 {
        let child = std::fs::read_to_string(&children).unwrap_or_default();
        if !child.trim().is_empty() {
            // By now it is at work.
            std::thread::sleep(Duration::from_millis(50));
            assert!(Command::new("kill").args(["-ILL", child.trim()]).status().unwrap().success());
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("the tool has no child");
}

#[test]
fn a_crash_is_reported_with_what_reproduces_it() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    place.write("out.lpir", "old");
    place.write("tune.star", "x = []\nwhile True:\n  x = [x]\n");
    let line = ["in.lpir", "--script", "tune.star", "-o", "out.lpir"];
    let tool = place.command("lpopt", &line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    crash_child_of(tool.id());
    let output = tool.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(70), "{told}");
    assert!(told.contains("lp::internal") && told.contains("signal"), "{told}");
    let report = place.read("lpopt-reproducer.txt");
    assert!(report.starts_with("lpopt \"in.lpir\" \"--script\" \"tune.star\""), "{report}");
    assert!(report.contains("x = [x]") && report.contains("kernel @double"), "{report}");
    assert_eq!(place.read("out.lpir"), "old");
}

#[test]
fn memory_is_limited_and_the_message_names_the_knob() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    place.write("tune.star", "x = \"aaaaaaaaaaaaaaaa\"\nfor i in range(18):\n  x = x + x\n");
    let line = ["in.lpir", "--script", "tune.star", "-o", "out.lpir"];
    let run = finish(place.command("lpopt", &line).env("LP_MEMORY_MIB", "16"));
    // Where the stack ends before the script's values do, the tool cannot tell whose fault it is.
    assert!(matches!(run.code, Some(1 | 70)), "{run:?}");
    assert!(run.err.contains("LP_MEMORY_MIB"), "{}", run.err);
    assert!(!place.has("out.lpir"));
    finish(place.command("lpopt", &line).env("LP_MEMORY_MIB", "8192")).done();
}

#[test]
fn a_limit_that_is_none_is_wrong_usage() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    for limit in ["1", "15", "0", "-1", "much", ""] {
        let run = finish(place.command("lpopt", &["in.lpir"]).env("LP_MEMORY_MIB", limit));
        assert_eq!(run.code, Some(2), "{limit}: {run:?}");
        assert!(run.err.contains("LP_MEMORY_MIB") && run.err.contains("16"), "{}", run.err);
    }
}

#[test]
fn rules_that_double_each_other_are_refused() {
    let kernel = |count: usize| {
        let mut rules = format!("  rule f{count}(x) := x\n");
        for at in (0..count).rev() {
            rules += &format!("  rule f{at}(x) := f{}(x)*f{}(x + 1.0)\n", at + 1, at + 1);
        }
        DOUBLE.replace("  iname i\n", &format!("  iname i\n{rules}")).replace("2*a[i]", "f0(a[i])")
    };
    let native = |count: usize| {
        let rules: String =
            (0..count).map(|at| format!("f{at}(x) := f{}(x)*f{}(x)\n", at + 1, at + 1)).collect();
        format!(
            "args n: int32\nargs a, b: float64[n]\n{{ [i] : 0 <= i < n }}\n{rules}f{count}(x) := x\nb[i] = f0(a[i])\n"
        )
    };
    let place = WorkFolder::new();
    place.write("in.lpir", kernel(40));
    place.write("in.loopy", native(40));
    for line in ["lptranslate in.lpir -o out.cl", "lpopt in.lpir", "lprun in.lpir --device interp --set n=4"]
    {
        place.run(line).refused("lp::verify::expansion");
    }
    place.run("lptranslate in.loopy").refused("lp::");
    place.write("in.lpir", kernel(8));
    place.run("lptranslate in.lpir -o out.cl").done();
}

#[test]
fn scripts_that_want_too_much_memory_are_refused() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    for (script, code) in [
        ("x = \"ab\"\nfor i in range(60):\n  x = x + x\n", "lp::script::memory"),
        ("x = [1, 2]\nfor i in range(60):\n  x = x + x\n", "lp::script::memory"),
        ("x = [0]*2000000000\n", "lp::script::memory"),
        ("x = \"abcdefgh\"*2000000000\n", "lp::script::memory"),
        ("x = ([0]*1000000000)*2000000000\n", "lp::script::memory"),
        ("x = [[0]*1000000 for i in range(100)]\ny = 1\n", "lp::script::memory"),
        ("x = list(range(2000000000))\n", "lp::script::memory"),
    ] {
        place.write("tune.star", script);
        println!("{script}");
        let run = place.run("lpopt in.lpir --script tune.star -o out.lpir").refused(code);
        assert!(!run.err.contains("panicked") && !run.err.contains("lp::internal"), "{}", run.err);
    }
    assert_eq!(place.files(), ["in.lpir", "tune.star"]);
    place.write("tune.star", "x = [0]*1000000\n");
    place.run("lpopt in.lpir --script tune.star -o out.lpir").done();
}
