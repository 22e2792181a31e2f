//! F6: pipelines that ask for what is not there. F7: paths.

use crate::faults::tool::{DOUBLE, WorkFolder};

fn two_kernels() -> String {
    format!("{DOUBLE}\n{}", DOUBLE.replace("lpir 1\n", "").replace("@double", "@triple"))
}

#[test]
fn whatever_a_pipeline_names_must_exist() {
    for (calls, code, hint) in [
        ("split_inam(\"i\", 4)", "lp::call::unknown-transform", "split_iname"),
        ("split_iname(\"j\", 4)", "lp::unknown::iname", ""),
        ("split_iname(\"i\", 4, outr_tag=\"g.0\")", "lp::call::", "outer_tag"),
        ("split_iname(\"i\", 4, outer_tag=\"g.0\", outer_tag=\"g.1\")", "lp::", "twice"),
        ("split_iname(\"i\")", "lp::call::", "inner_length"),
        ("split_iname(\"i\", 4, 5, 6, 7, 8, 9, 10, 11)", "lp::call::", ""),
        ("split_iname(\"i\", \"4\")", "lp::call::argument", ""),
        ("tag_inames({\"j*\": \"g.0\"})", "lp::", ""),
        ("tag_inames({\"i\": \"q.0\"})", "lp::", ""),
        ("tag_instructions(\"t*\", \"x\")", "lp::", ""),
        ("add_dependency(\"s\", \"t\")", "lp::", ""),
        ("add_prefetch(\"b\", [\"i\"])", "lp::", ""),
        ("expand_subst(\"f < g\")", "lp::", ""),
        ("tag_instructions(\"<<<\", \"x\")", "lp::", ""),
        ("rename_iname(\"i\", \"i\")", "lp::", ""),
        ("fix_parameters(m=4)", "lp::unknown::parameter", ""),
        ("assume(\"m > 0\")", "lp::assume::unknown-parameter", ""),
        ("split_iname(\"i\", 4); split_iname(\"i\", 4)", "lp::unknown::iname", ""),
    ] {
        let place = WorkFolder::new();
        place.write("in.lpir", DOUBLE);
        println!("{calls}");
        let run = place.tool("lpopt", &["in.lpir", "-p", calls, "-o", "out.lpir"]).refused(code);
        assert!(run.err.contains(hint), "{}", run.err);
        assert!(!place.has("out.lpir"));
    }
}

#[test]
fn kernels_and_parameters_are_found_by_name() {
    let place = WorkFolder::new();
    place.write("two.lpir", two_kernels());
    place.write("bad.txt", "quadruple = split_iname(quadruple, \"i\", 4)\n");
    place.run("lpopt two.lpir --pipeline bad.txt").refused("lp::step::unknown-kernel");
    place.write("one.txt", "double = split_iname(double, \"i\", 4)\n");
    let run = place.run("lpopt two.lpir --pipeline one.txt").done();
    let kernels: Vec<bool> = run.out.split("kernel @").skip(1).map(|text| text.contains("i_inner")).collect();
    assert_eq!(kernels, [true, false], "{}", run.out);
    place.run("lprun two.lpir --set n=4").refused("lp::run::kernel");
    place.run("lprun two.lpir --kernel quadruple --set n=4").refused("lp::run::kernel");
    place.write("set.txt", "b = 4\nsplit_iname(\"i\", b)\n");
    place.run("lpopt two.lpir --pipeline set.txt --set c=5").refused("lp::pipeline");
    place.run("lpopt two.lpir --pipeline set.txt --set b=x").refused("lp::pipeline");
}

#[test]
fn command_lines_are_checked() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    for line in [
        "lpopt",
        "lpopt in.lpir --no-such-flag",
        "lpopt in.lpir in.lpir",
        "lptranslate in.lpir --from python",
        "lptranslate in.txt",
        "lptranslate in.cl",
        "lptranslate in.lpir -o out.f90",
        "lprun in.lpir --device gpu",
        "lprun in.lpir --set n",
        "lprun in.lpir --repeat -1",
    ] {
        let run = place.run(line);
        assert!(matches!(run.code, Some(1 | 2)) && !run.err.is_empty(), "{line}: {run:?}");
    }
    assert_eq!(place.files(), ["in.lpir"]);
}

#[test]
fn paths_are_files_to_read_and_nothing_more() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    place.write("a;touch evil;.lpir", DOUBLE);
    place.write("$(touch evil).lpir", DOUBLE);
    place.write("-dash.lpir", DOUBLE);
    place.tool("lptranslate", &["a;touch evil;.lpir", "-o", "out.lpir"]).done();
    place.tool("lptranslate", &["$(touch evil).lpir", "-o", "out.lpir"]).done();
    place.tool("lptranslate", &["-o", "out.lpir", "--", "-dash.lpir"]).done();
    assert!(!place.has("evil"));
    std::fs::create_dir(place.path("folder.lpir")).unwrap();
    for line in [
        "lptranslate folder.lpir",
        "lptranslate missing.lpir",
        "lptranslate in.lpir -o folder.lpir",
        "lptranslate in.lpir -o missing/out.lpir",
        "lpopt in.lpir --pipeline folder.lpir",
        "lpopt in.lpir --script missing.star",
        "lprun in.lpir --device interp --set n=4 --in a=missing.npy",
        "lprun in.lpir --device interp --set n=4 --in a=in.lpir",
        "lprun in.lpir --device interp --set n=4 --out out=missing/a.npy",
    ] {
        println!("{line}");
        place.run(line).refused("lp::");
    }
}

#[test]
fn scripts_load_only_what_lies_below_them() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    std::fs::create_dir(place.path("sub")).unwrap();
    place.write("outside.star", "x = 1\n");
    place.write("sub/inside.star", "x = 1\n");
    place.write("sub/loop.star", "load(\"loop.star\", \"x\")\nx = 1\n");
    let absolute = place.path("outside.star").to_string_lossy().into_owned();
    for path in ["../outside.star", "sub/../../outside.star", &absolute, "loop.star", "missing.star", "."] {
        place.write("sub/tune.star", format!("load(\"{path}\", \"x\")\n"));
        println!("{path}");
        place.run("lpopt in.lpir --script sub/tune.star").refused("lp::");
    }
    place.write("sub/tune.star", "load(\"inside.star\", \"x\")\n");
    place.run("lpopt in.lpir --script sub/tune.star").done();
    // Links are followed to where they lead.
    std::os::unix::fs::symlink("../outside.star", place.path("sub/link.star")).unwrap();
    std::os::unix::fs::symlink("..", place.path("sub/up")).unwrap();
    std::os::unix::fs::symlink("inside.star", place.path("sub/near.star")).unwrap();
    place.write("outside.star", "a secret of another\n");
    for path in ["link.star", "up/outside.star"] {
        place.write("sub/tune.star", format!("load(\"{path}\", \"x\")\n"));
        let run = place.run("lpopt in.lpir --script sub/tune.star").refused("lp::script");
        assert!(run.err.contains("out of the script's folder") && !run.err.contains("secret"), "{}", run.err);
    }
    place.write("sub/tune.star", "load(\"near.star\", \"x\")\n");
    place.run("lpopt in.lpir --script sub/tune.star").done();
}

#[test]
fn an_input_is_not_overwritten() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    std::os::unix::fs::symlink(place.path("in.lpir"), place.path("link.lpir")).unwrap();
    std::fs::hard_link(place.path("in.lpir"), place.path("other.lpir")).unwrap();
    place.write("k.launch.json", DOUBLE);
    place.run("lprun in.lpir --device interp --set n=4 --out a=a.npy").done();
    std::os::unix::fs::symlink("a.npy", place.path("link.npy")).unwrap();
    let array = std::fs::read(place.path("a.npy")).unwrap();
    for line in [
        "lptranslate in.lpir -o in.lpir",
        "lptranslate in.lpir -o ./link.lpir",
        "lptranslate in.lpir -o other.lpir",
        "lptranslate k.launch.json --from lpir -o k.cl",
        "lprun in.lpir --device interp --in a=a.npy --out out=a.npy",
        "lprun in.lpir --device interp --in a=a.npy --out a=a.npy",
        "lprun in.lpir --device interp --in a=a.npy --out out=./link.npy",
        "lprun in.lpir --device interp --in a=link.npy --out out=a.npy",
    ] {
        let run = place.run(line);
        assert_eq!(run.code, Some(2), "{line}: {run:?}");
    }
    assert_eq!((place.read("in.lpir").as_str(), place.read("k.launch.json").as_str()), (DOUBLE, DOUBLE));
    assert_eq!(std::fs::read(place.path("a.npy")).unwrap(), array);
}
