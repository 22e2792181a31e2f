//! Match expressions on the paper's example of nested rules.

use diag::SourceMap;
use ir::matching::{Frame, Match, StackMatch, statements};
use ir::{Expr, Kernel, Name, Node, expand, text, walk};

const TEXT: &str = "lpir 1
kernel @k {
  arg a : f64[n]
  arg b : f64[n]
  rule f(x) := x*a[x]
  rule g(x) := 12 + f(x)
  rule h(x) := 1 + g(x) + 20*g$three(x)
  s: b[i] = h$one(i) * h$two(i)  in(i) tags(main, last)
  t: a[j] = b[j] + g(j)  in(j) tags(first)
}";

fn kernel() -> Kernel {
    let module = text::parse_module(TEXT, SourceMap::default().add("k", TEXT)).unwrap();
    module.kernels.values().next().unwrap().clone()
}

fn stack_match(text: &str) -> StackMatch {
    StackMatch::parse(text, SourceMap::default().add("m", text), 0).unwrap()
}

/// The selected statements and invocations, such as `s/h$one/g`.
fn selected(text: &str) -> Vec<String> {
    let kernel = kernel();
    let wanted = stack_match(text);
    let mut found = Vec::new();
    for (id, statement) in &kernel.statements {
        if wanted.matches(&kernel, id, statement, &[]) {
            found.push(id.to_string());
        }
        collect(&kernel, &wanted, id, statement.value().unwrap(), &mut Vec::new(), &mut found);
    }
    found
}

fn collect(
    kernel: &Kernel,
    wanted: &StackMatch,
    id: &Name,
    expr: &Expr,
    stack: &mut Vec<(Name, Option<Name>)>,
    found: &mut Vec<String>,
) {
    if let Node::Rule { name, tag, args } = expr.node() {
        stack.push((name.clone(), tag.clone()));
        let frames: Vec<Frame<'_>> =
            stack.iter().map(|(rule, tag)| Frame { rule, tag: tag.as_ref() }).collect();
        if wanted.matches(kernel, id, &kernel.statements[id], &frames) {
            let names = stack.iter().map(|(rule, tag)| match tag {
                Some(tag) => format!("{rule}${tag}"),
                None => rule.to_string(),
            });
            found.push(format!("{id}/{}", names.collect::<Vec<_>>().join("/")));
        }
        collect(kernel, wanted, id, &expand::invoke(&kernel.rules[name], args), stack, found);
        stack.pop();
    }
    for child in walk::children(expr) {
        collect(kernel, wanted, id, child, stack, found);
    }
}

#[test]
fn the_papers_notation() {
    assert_eq!(selected("g$three < h$two"), ["s/h$two/g$three"]);
    assert_eq!(selected("g$three"), ["s/h$one/g$three", "s/h$two/g$three"]);
    assert_eq!(selected("g < t"), ["t/g"]);
    assert_eq!(selected("g$* < ... < s"), ["s/h$one/g$three", "s/h$two/g$three"]);
    assert_eq!(selected("f < ... < h$one"), ["s/h$one/g/f", "s/h$one/g$three/f"]);
    assert_eq!(selected("f < ... < ?"), selected("f < ..."));
    assert_eq!(selected("f < h$one"), Vec::<String>::new());
    assert_eq!(selected("h$t*"), ["s/h$two"]);
}

#[test]
fn a_single_name_or_tag_selects_statements_and_what_is_inside() {
    assert_eq!(selected("t"), ["t", "t/g", "t/g/f"]);
    assert_eq!(selected("*$first"), selected("t"));
    assert_eq!(selected("$first"), selected("t"));
    assert_eq!(selected("*"), selected(""));
    // A rule of that name is meant before a statement.
    assert_eq!(selected("g").len(), 5);
}

#[test]
fn the_later_notation() {
    assert_eq!(selected("id:t"), ["t", "t/g", "t/g/f"]);
    assert_eq!(selected("id:t $"), ["t"]);
    assert_eq!(selected("id:g"), Vec::<String>::new());
    assert_eq!(selected("... > id:h and tag:two > id:g $"), ["s/h$two/g", "s/h$two/g$three"]);
    assert_eq!(selected("id:s > id:h and tag:one").len(), 5);
    assert_eq!(selected("id:t > ..."), ["t/g", "t/g/f"]);
    assert_eq!(selected("writes:a or writes:b and not tag:ma?n $"), ["t"]);
    assert_eq!(selected("(reads:b or iname:i) $"), ["s", "t"]);
    assert_eq!(selected("... > reads:a > ..."), selected("reads:a > ..."));
}

#[test]
fn both_notations_mean_the_same_values() {
    assert_eq!(stack_match("... > id:h and tag:two > id:g and tag:three $"), stack_match("g$three < h$two"));
    assert_eq!(stack_match("id:h > ... > ... > id:g"), stack_match("id:h > ... > id:g"));
}

#[test]
fn printing_reads_back() {
    for text in [
        "",
        "g",
        "*",
        "*$t",
        "g$t",
        "a or b$t",
        "not (a and b)",
        "a < b",
        "a$x < ... < b",
        "a < ...",
        "... < b",
    ] {
        assert_eq!(stack_match(text).to_string(), text);
    }
    for text in [
        "id:g",
        "id:* and tag:t",
        "... $",
        "...",
        "id:a and (tag:b or not (writes:c and id:d)) > ... > iname:x $",
        "$t",
        "(a or b) and (c and d)",
        "not not a",
        "writes:x < a",
        "... > id:g $",
        "a $",
        "(a$b and c) < d",
        "not a$b",
        "... > ... > id:a",
    ] {
        let value = stack_match(text);
        assert_eq!(stack_match(&value.to_string()), value, "{text} prints as {value}");
    }
}

#[test]
fn statements_by_match() {
    let kernel = kernel();
    let select = |text: &str| {
        let wanted = Match::parse(text, SourceMap::default().add("m", text), 0).unwrap();
        statements(&wanted, &kernel).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(select(""), ["s", "t"]);
    assert_eq!(select("*$last"), ["s"]);
    assert_eq!(select("reads:b"), ["t"]);
    // A rule hides what it reads from no one.
    assert_eq!(select("reads:a"), ["s", "t"]);
    let source = SourceMap::default().add("m", "");
    assert!(Match::parse("a < b", source, 0).is_err());
}

#[test]
fn wrong_text_is_reported_where_it_is() {
    let deep = format!("{}a", "not ".repeat(100));
    // The innermost `not` that is too deep is reported.
    let deep_start = 10 + 4 * 36;
    for (text, message, start) in [
        ("a < b > c", "unexpected `>` in a match", 16),
        ("a é", "unexpected `é` in a match", 12),
        ("a <", "the match ends too early", 13),
        ("if:x", "unknown kind of match `if:`", 10),
        (deep.as_str(), "match is nested more than 64 levels deep", deep_start),
    ] {
        let source = SourceMap::default().add("m", "");
        let wrong = StackMatch::parse(text, source, 10).unwrap_err();
        assert_eq!(wrong[0].message, message);
        let at =
            |place: &diag::LabelPlace| matches!(place, diag::LabelPlace::Span(span) if span.start == start);
        assert!(at(&wrong[0].labels[0].place), "{text}");
    }
}
