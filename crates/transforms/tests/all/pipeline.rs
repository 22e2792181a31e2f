//! The pipeline language: what is read, what is printed, what is refused.

use diag::{Diagnostic, SourceId, SourceMap};
use pass::{Pipeline, Target};

fn source(text: &str) -> SourceId {
    SourceMap::default().add("passes.txt", text)
}

fn read(text: &str) -> Vec<String> {
    let pipeline = Pipeline::parse(&transforms::REGISTRY, text, source(text), &[]).unwrap();
    let printed = pipeline.print();
    let again = Pipeline::parse(&transforms::REGISTRY, &printed, source(&printed), &[]).unwrap();
    assert_eq!(again.print(), printed);
    printed.lines().map(str::to_owned).collect()
}

fn refused(text: &str) -> Vec<Diagnostic> {
    Pipeline::parse(&transforms::REGISTRY, text, source(text), &[]).unwrap_err()
}

#[test]
fn every_default_is_a_value_of_its_kind() {
    for spec in transforms::REGISTRY.specs() {
        let text = format!("{}()", spec.name);
        let problems =
            Pipeline::parse(&transforms::REGISTRY, &text, source(&text), &[]).err().unwrap_or_default();
        let missing = spec.params.iter().filter(|param| param.default.is_none() && !param.rest).count();
        assert_eq!(problems.len(), missing, "{text}");
        assert!(problems.iter().all(|problem| problem.code == "lp::call::missing-argument"), "{text}");
    }
}

#[test]
fn lines_comments_brackets_and_semicolons() {
    let text = "# first\nassume(\n  'n >= 1', # inside\n)\n\nassume(\"n >= 2\"); assume(text=\"n >= 3\");";
    assert_eq!(read(text), ["assume(\"n >= 1\")", "assume(\"n >= 2\")", "assume(\"n >= 3\")"]);
    assert_eq!(read(""), Vec::<String>::new());
    assert_eq!(read(" ; \n#x"), Vec::<String>::new());
}

#[test]
fn lines_of_python_scripts_are_taken_as_they_stand() {
    let text = "knl = lp.assume(knl, \"n >= 1\")\nlp.assume(knl, \"n >= 2\")";
    assert_eq!(read(text), ["assume(\"n >= 1\")", "assume(\"n >= 2\")"]);
    let text = "dgemm = lp.assume(dgemm, \"n >= 1\")";
    let pipeline = Pipeline::parse(&transforms::REGISTRY, text, source(text), &[]).unwrap();
    assert_eq!(pipeline.steps[0].target, Target::Variable("dgemm".into()));
    assert_eq!(refused("a = lp.assume(b, \"n >= 1\")")[0].code, "lp::pipeline::assignment");
    assert_eq!(refused("os.assume(b, \"n >= 1\")")[0].code, "lp::pipeline::module");
}

#[test]
fn generic_keywords_survive_printing() {
    let text = "assume(\"n >= 1\", kernel=\"fill\", allow_empty=True, unchecked=True)";
    assert_eq!(read(text), [text]);
    assert_eq!(refused("assume(\"n >= 1\", unchecked=1)")[0].code, "lp::call::argument");
}

#[test]
fn parameters_compute_and_are_overridden() {
    let text = "bm = 4*2 - 1\nwhat = \"n >= \"\nassume(what + \"3\")\nbn = -bm // 2 % 5";
    assert_eq!(read(text), ["assume(\"n >= 3\")"]);
    let set = |pairs: &[(&str, &str)]| {
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        Pipeline::parse(&transforms::REGISTRY, text, source(text), &pairs)
    };
    assert_eq!(set(&[("what", "n <= ")]).unwrap().print(), "assume(\"n <= 3\")\n");
    assert_eq!(set(&[("what", "\"n = \"")]).unwrap().print(), "assume(\"n = 3\")\n");
    let codes = |result: Result<Pipeline, Vec<Diagnostic>>| result.unwrap_err()[0].code;
    assert_eq!(codes(set(&[("bm", "many")])), "lp::pipeline::override");
    assert_eq!(codes(set(&[("wat", "1")])), "lp::pipeline::override");
    assert_eq!(refused("a = 1\na = 2")[0].code, "lp::pipeline::redefined");
}

#[test]
fn errors_of_several_lines_are_reported_together() {
    let text = "assume(\"n >= 1\"\nassume(]\n";
    assert_eq!(refused(text)[0].code, "lp::pipeline::bracket");
    let text = "asume(\"n >= 1\")\nassume()\nassume(\"n\", \"m\")\nassume(txt=\"n\")\nassume(text=1)\nassume(\"a\", text=\"b\")\nassume(n)\n= 3\nassume(\"n >= 1\") extra\n1 + \"a\n@\n9999999999999999999";
    let codes: Vec<_> = refused(text).iter().map(|problem| problem.code).collect();
    let expected = [
        "lp::call::unknown-transform",
        "lp::call::missing-argument",
        "lp::call::too-many-arguments",
        "lp::call::unknown-argument",
        "lp::call::argument",
        "lp::call::duplicate-argument",
        "lp::pipeline::unknown-name",
        "lp::pipeline::syntax",
        "lp::pipeline::syntax",
        "lp::pipeline::string",
        "lp::pipeline::character",
        "lp::pipeline::syntax",
    ];
    assert_eq!(codes, expected);
    assert_eq!(refused("asume(\"n >= 1\")")[0].help.as_deref(), Some("did you mean `assume`?"));
}

#[test]
fn nothing_makes_it_panic() {
    let deep = format!("assume({}1{})", "[".repeat(70), "]".repeat(70));
    assert_eq!(refused(&deep)[0].code, "lp::pipeline::depth");
    let long = format!("assume({}1)", "1+".repeat(100_000));
    assert_eq!(refused(&long)[0].code, "lp::call::argument");
    for text in
        ["x = 1 // 0", "x = 9223372036854775807 + 1", "x = 1e999", "x = \"\\q\"", "x = - - 1", "ä", "\u{0}"]
    {
        assert!(!refused(text).is_empty(), "{text}");
    }
}

#[test]
fn calls_of_all_cases_survive_printing() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transform");
    let mut count = 0;
    for folder in std::fs::read_dir(root).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_none_or(|extension| extension != "lpir") {
                continue;
            }
            let text = std::fs::read_to_string(&file).unwrap();
            let line = text.lines().next().unwrap().strip_prefix("# RUN: ").unwrap();
            if Pipeline::parse(&transforms::REGISTRY, line, source(line), &[]).is_ok() {
                count += read(line).len();
            }
        }
    }
    assert!(count > 50);
}

#[test]
fn random_text_is_read_or_refused() {
    let words = [
        "assume",
        "(",
        ")",
        "\"n >= 1\"",
        "'",
        "\"",
        ",",
        "=",
        "[",
        "]",
        "{",
        "}",
        ":",
        "1",
        "-",
        "+",
        "*",
        "//",
        "%",
        ".",
        "2.5e3",
        "\n",
        ";",
        " ",
        "#",
        "knl",
        "lp",
        "True",
        "None",
        "text",
        "kernel",
        "\\",
        "\\\n",
        "split_iname",
        "é",
        "\u{0}",
    ];
    let mut state = 7_u64;
    let mut next = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % limit
    };
    for _ in 0..5000 {
        let text: String = (0..next(14)).map(|_| words[next(words.len())]).collect();
        if let Ok(pipeline) = Pipeline::parse(&transforms::REGISTRY, &text, source(&text), &[]) {
            let printed = pipeline.print();
            assert_eq!(
                Pipeline::parse(&transforms::REGISTRY, &printed, source(&printed), &[]).unwrap().print(),
                printed
            );
        }
    }
}
