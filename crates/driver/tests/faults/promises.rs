//! What a user takes on trust is written down everywhere, refused under `--strict`, and lost by no chain of files.

use crate::tool::{DOUBLE, Place};

/// Each element takes the value of the one before it: its loop must stay in order.
const SWEEP: &str = "lpir 1\n\nkernel @sweep {\n  arg n : i32\n  arg a : f64[n] inout\n  domain [n] -> { [i] : 1 <= i < n }\n  iname i\n  s: a[i] = a[i - 1]  in(i) time(i)\n}\n";

#[test]
fn an_unchecked_step_is_written_down_everywhere() {
    let place = Place::new();
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
    let place = Place::new();
    place.write("in.lpir", SWEEP);
    place.tool("lpopt", &["in.lpir", "-p", "split_iname(\"i\", 4)", "-o", "mid.lpir"]).done();
    let good = place.read("mid.lpir");
    for (from, to) in [
        // Loops in another order, in parallel, other values, another cell, fewer instances, another claim.
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

#[test]
fn trust_is_not_won_by_chaining() {
    let place = Place::new();
    place.write("in.lpir", SWEEP);
    place.tool("lpopt", &["in.lpir", "-p", "split_iname(\"i\", 4)", "-o", "one.lpir"]).done();
    place
        .tool("lpopt", &["one.lpir", "-p", "prioritize_loops(\"i_inner,i_outer\")", "-o", "two.lpir"])
        .refused("lp::legality");
    assert!(!place.has("two.lpir"));
    // What cannot be lowered at all is refused by the tool that lowers.
    place.tool("lpopt", &["one.lpir", "-p", "tag_inames({\"i_inner\": \"l.0\"})", "-o", "two.lpir"]).done();
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
    let place = Place::new();
    place.write("in.lpir", DOUBLE.replace("  iname i\n", "  iname i\n  trusted \"by hand\"\n"));
    place
        .tool("lpopt", &["in.lpir", "--strict", "-p", "tag_instructions(\"s\", \"x\")"])
        .refused("lp::driver::strict");
}
