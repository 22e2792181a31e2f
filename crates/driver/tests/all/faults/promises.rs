//! What a user takes on trust is written down everywhere, refused under `--strict`, and lost by no chain of
//! files.

use crate::faults::tool::{DOUBLE, WorkFolder};

/// Each element takes the value of the one before it: its loop must stay in order.
const SWEEP: &str = "lpir 1\n\nkernel @sweep {\n  arg n : i32\n  arg a : f64[n] inout\n  domain [n] -> { [i] : 1 <= i < n }\n  iname i\n  s: a[i] = a[i - 1]  in(i) time(i)\n}\n";

#[test]
fn an_unchecked_step_is_written_down_everywhere() {
    let place = WorkFolder::new();
    place.write("sweep.lpir", SWEEP);
    place.tool("lpopt", &["sweep.lpir", "-p", "split_iname(\"i\", 4)", "-o", "in.lpir"]).done();
    let call = "prioritize_loops(\"i_inner,i_outer\", unchecked=True)";
    let checked = "prioritize_loops(\"i_inner,i_outer\")";
    place.tool("lpopt", &["in.lpir", "-p", checked]).refused("lp::legality::order");
    place.tool("lpopt", &["in.lpir", "--strict", "-p", call]).refused("lp::driver::strict");
    place.tool("lpopt", &["in.lpir", "-p", call, "-o", "mid.lpir"]).done();
    assert!(place.read("mid.lpir").contains("trusted \"prioritize_loops("), "{}", place.read("mid.lpir"));
    // Later steps and files keep it.
    place.tool("lpopt", &["mid.lpir", "-p", "tag_instructions(\"s\", \"x\")", "-o", "end.lpir"]).done();
    place.run("lptranslate end.lpir -o out.cl").done();
    assert!(
        place.read("out.cl").contains("// taken on trust: prioritize_loops("),
        "{}",
        place.read("out.cl")
    );
    assert!(place.read("out.launch.json").contains("prioritize_loops("), "{}", place.read("out.launch.json"));
    let scripted = place.tool("lpopt", &["in.lpir", "--strict", "--script", "tune.star"]);
    assert_eq!(scripted.code, Some(1));
    place.write("tune.star", "knl = lp.prioritize_loops(knl, \"i_inner,i_outer\", unchecked=True)\n");
    place.tool("lpopt", &["in.lpir", "--strict", "--script", "tune.star"]).refused("lp::driver::strict");
}

#[test]
fn a_file_that_was_edited_is_still_held_to_its_reference() {
    let place = WorkFolder::new();
    place.write("in.lpir", SWEEP);
    place.tool("lpopt", &["in.lpir", "-p", "split_iname(\"i\", 4)", "-o", "mid.lpir"]).done();
    let good = place.read("mid.lpir");
    for (from, to) in [
        // Loops in another order, in parallel, other values, another element, fewer instances, another claim.
        ("iname i_outer\n", "iname i_outer : g.0\n"),
        ("  iname i_inner\n", "  iname i_inner\n  priority i_inner, i_outer\n"),
        ("i_inner + 4*i_outer < n }", "i_inner + 4*i_outer < n - 1 }"),
        ("of s(i = i_inner + 4*i_outer)", "of s(i = i_inner + 3*i_outer)"),
        ("s: a[i_inner + 4*i_outer] =", "s: a[i_inner + 5*i_outer] ="),
    ] {
        let edited = good.replacen(from, to, 1);
        assert!(edited != good, "{from} in {good}");
        place.write("edited.lpir", &edited);
        println!("{to}");
        place.run("lptranslate edited.lpir -o out.cl").refused("lp::");
        place.run("lprun edited.lpir --device opencl --set n=9").refused("lp::");
    }
    assert!(!place.has("out.cl"));
}

/// Two results through one temporary, for two elements at least.
const TWO: &str = "lpir 1\n\nkernel @two {\n  arg n : i32\n  arg a : f64[n] in\n  arg b : f64[n] out\n  arg c : f64[n] out\n  temp t : f64\n  domain [n] -> { [i] : 0 <= i < n }\n  assume [n] -> { : n >= 2 }\n  iname i\n  s: t = 0.5*a[i]  in(i) time(i, 0)\n  u: b[i] = t  in(i) time(i, 1)\n  v: c[i] = 2.0*a[i]  in(i) time(i, 2)\n}\n";

#[test]
fn arguments_and_storage_of_an_edited_file_are_held_to_its_reference() {
    let place = WorkFolder::new();
    place.write("in.lpir", TWO);
    place.tool("lpopt", &["in.lpir", "-p", "split_iname(\"i\", 4)", "-o", "mid.lpir"]).done();
    let good = place.read("mid.lpir");
    place.run("lptranslate mid.lpir -o good.cl").done();
    let statement = good.lines().find(|line| line.starts_with("  v: ")).unwrap();
    for (code, edits) in [
        ("interface", vec![("temp t : f64", "temp t : i32")]),
        ("interface", vec![("arg b : f64[n] out", "arg b : f32[n] out")]),
        ("interface", vec![("arg b : f64[n] out", "arg b : f64[n] inout")]),
        ("interface", vec![("arg b : f64[n] out", "arg b : f64[n + 1] out")]),
        ("interface", vec![("  arg c : f64[n] out\n", ""), (&*format!("{statement}\n"), "")]),
        ("interface", vec![("  arg c : f64[n] out\n", ""), ("  arg a", "  arg c : f64[n] out\n  arg a")]),
        ("interface", vec![("  arg a", "  arg d : f64[n] in\n  arg a")]),
        ("interface", vec![("  assume [n] -> { : n >= 2 }\n", "")]),
        ("interface", vec![("  s: ", "  reassociate\n  s: ")]),
        ("layout", vec![("arg b : f64[n] out", "arg b : f64[n] layout(stride: 0) out")]),
    ] {
        let edited = edits.iter().fold(good.clone(), |text, (from, to)| text.replacen(from, to, 1));
        assert!(edited != good, "{edits:?} in {good}");
        place.write("edited.lpir", &edited);
        println!("{edits:?}");
        place.run("lptranslate edited.lpir -o out.cl").refused(&format!("lp::legality::{code}"));
    }
    assert!(!place.has("out.cl"));
    // An array that is only read may repeat its elements, and one that is written may have padding.
    for layout in ["arg b : f64[n] layout(stride: 2) out", "arg b : f64[n] layout(stride: n) out"] {
        place.write("edited.lpir", good.replacen("arg b : f64[n] out", layout, 1));
        place.run("lptranslate edited.lpir -o edited.cl").done();
    }
    place.write("edited.lpir", good.replacen("arg a : f64[n] in", "arg a : f64[n] layout(stride: 0) in", 1));
    place.run("lptranslate edited.lpir -o edited.cl").done();
    place.write("in.lpir", TWO.replacen("b : f64[n]", "b : f64[n] layout(stride: 0)", 1));
    place.run("lprun in.lpir --device interp --set n=5").refused("lp::run::layout");
}

// Claim: vouched
/// Two loops that must stay in order.
const SWEEPS: &str = "lpir 1\n\nkernel @sweeps {\n  arg n : i32\n  arg a : f64[n] inout\n  arg b : f64[n] inout\n  domain [n] -> { [i] : 1 <= i < n }\n  domain [n] -> { [j] : 1 <= j < n }\n  iname i\n  iname j\n  s: a[i] = a[i - 1]  in(i) time(0, i)\n  t: b[j] = b[j - 1]  in(j) time(1, j)\n}\n";

#[test]
fn an_unchecked_step_answers_for_itself_alone() {
    let place = WorkFolder::new();
    place.write("in.lpir", SWEEPS);
    let vouched = "split_iname(\"i\", 4); prioritize_loops(\"i_inner,i_outer\", unchecked=True)";
    let other = "split_iname(\"j\", 4); prioritize_loops(\"j_inner,j_outer\")";
    let told = place.tool("lpopt", &["in.lpir", "-p", vouched, "-o", "mid.lpir"]).done();
    assert!(told.err.contains("the order of accesses to `a` is not kept"), "{}", told.err);
    assert!(place.read("mid.lpir").contains(" : \"order a s s\""), "{}", place.read("mid.lpir"));
    place.run("lptranslate mid.lpir -o mid.cl").done();
    assert!(place.read("mid.cl").contains("unproved: order a s s"), "{}", place.read("mid.cl"));
    // Neither a step after it nor one before it is forgiven.
    for (input, calls) in [("mid.lpir", other.to_owned()), ("in.lpir", format!("{other}; {vouched}"))] {
        let refused = place.tool("lpopt", &[input, "-p", &calls, "-o", "no.lpir"]);
        let refused = refused.refused("lp::legality::order");
        assert!(refused.err.contains("accesses to `b`"), "{}", refused.err);
        assert!(refused.err.contains("prioritize_loops([\"j_inner\", \"j_outer\"])"), "{}", refused.err);
    }
    // A step that keeps the meaning has nothing to forgive.
    let calls = "split_iname(\"i\", 4, unchecked=True)";
    place.tool("lpopt", &["in.lpir", "-p", calls, "-o", "fine.lpir"]).done();
    let held = "prioritize_loops(\"i_inner,i_outer\")";
    place.tool("lpopt", &["fine.lpir", "-p", held, "-o", "no.lpir"]).refused("lp::legality::order");
    assert!(!place.has("no.lpir"));
}

#[test]
fn trust_is_not_won_by_chaining() {
    let place = WorkFolder::new();
    place.write("in.lpir", SWEEP);
    place.tool("lpopt", &["in.lpir", "-p", "split_iname(\"i\", 4)", "-o", "one.lpir"]).done();
    place
        .tool("lpopt", &["one.lpir", "-p", "prioritize_loops(\"i_inner,i_outer\")", "-o", "two.lpir"])
        .refused("lp::legality");
    assert!(!place.has("two.lpir"));
    // Of what cannot be lowered there is a warning, and the tool that lowers refuses it.
    let racing = "tag_inames({\"i_inner\": \"l.0\"})";
    let told = place.tool("lpopt", &["one.lpir", "-p", racing, "-o", "two.lpir"]).done();
    assert!(told.err.contains("this step makes it so"), "{}", told.err);
    place.tool("lpopt", &["one.lpir", "--check", "-p", racing, "-o", "no.lpir"]).refused("lp::");
    assert!(!place.has("no.lpir"));
    place.run("lptranslate two.lpir -o out.cl").refused("lp::");
    place.write("double.lpir", DOUBLE);
    place
        .tool(
            "lpopt",
            &[
                "double.lpir",
                "-p",
                "split_iname(\"i\", 4, outer_tag=\"g.0\", inner_tag=\"l.0\")",
                "-o",
                "two.lpir",
            ],
        )
        .done();
    place.tool("lpopt", &["two.lpir", "--strict", "-p", "tag_instructions(\"s\", \"x\")"]).done();
}

#[test]
fn a_file_that_holds_trust_is_refused_under_strict() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE.replace("  iname i\n", "  iname i\n  trusted \"by hand\"\n"));
    place
        .tool("lpopt", &["in.lpir", "--strict", "-p", "tag_instructions(\"s\", \"x\")"])
        .refused("lp::driver::strict");
}
