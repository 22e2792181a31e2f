//! Loops and orders that are inferred, in small variations. Where Loo.py 2025.2 makes code of a kernel that
//! runs its statements in an order that is declared or follows from single writers, the nest is the same.

use diag::SourceMap;

/// The loops of each statement behind `|`, then what nothing orders.
fn nest(text: &str) -> String {
    let text = format!("{{ [i, j] : 0 <= i, j < n }}\n{text}\n");
    let id = SourceMap::default().add("t", text.as_str());
    let imported = match frontend_loopy::import(&text, id, "t") {
        Ok(imported) => imported,
        Err(errors) => return errors[0].message.clone(),
    };
    let kernel = imported.module.kernels.values().next().unwrap();
    let loops: Vec<String> = kernel
        .statements
        .values()
        .map(|statement| statement.inames.iter().map(|name| name.as_str()).collect())
        .collect();
    let warnings = imported.warnings.iter().map(|warning| format!("; {}", warning.message));
    loops.join("|") + &warnings.collect::<String>()
}

#[test]
fn nests_of_loopy() {
    for (text, expected) in [
        ("<> t = a[i]\nb[i] = t\nc[i] = 2*t", "i|i|i"),
        ("<> t = a[i]\n<> u = 2*t\nb[i] = u", "i|i|i"),
        ("<> t = 3.0\nb[i] = t", "|i"),
        ("<> t[i] = a[i]\nb[j] = t[j]", "i|j"),
        ("a[i] = 2*a[i]\nb[i] = a[i]", "i|i"),
        ("<> s = 0 {id=init}\ns = s + a[i, j] {id=upd, dep=init}\nb[i] = s {dep=upd}", "|ij|i"),
        ("<> s = 0 {id=init, inames=i}\ns = s + a[i, j] {id=upd, dep=init}\nb[i] = s {dep=upd}", "i|ij|i"),
        (
            "for i\n<> s = 0 {id=init}\nfor j\ns = s + a[i, j] {id=upd, dep=init}\nend\nb[i] = s {dep=upd}\nend",
            "i|ij|i",
        ),
        ("s[0] = s[0] + a[i] {id=sum}\ns[0] = s[0]/2 {dep=sum}", "i|"),
        (
            "<> s = a[0] {id=init}\ns = s + a[i] {id=sum, dep=init}\ns = s/2 {id=half, dep=sum}\nb[0] = s {dep=half}",
            "|i||",
        ),
    ] {
        assert_eq!(nest(text), expected, "{text}");
    }
}

#[test]
fn a_statement_between_statements_of_a_loop_is_inside() {
    for (text, expected) in [
        ("<> t = a[i] {id=x}\nt = 2*t {id=y, dep=x}\nb[i] = t {dep=y}", "i|i|i"),
        ("options seq_dependencies\n<> t = a[i]\nt = 2*t\nb[i] = t", "i|i|i"),
        ("options order(text)\n<> t = a[i]\nt = 2*t\nb[i] = t", "i|i|i"),
        ("options order(text)\n<> t = a[i]\nt = 2\nb[i] = t", "i|i|i"),
        ("options order(text)\n<> t = a[i]\n<> u = 2*t\nt = u + 1\nb[i] = t", "i|i|i|i"),
        (
            "options order(text)\n<> t = a[i]\n<> u = b[i]\n<> w = t\nt = u\nu = w\na[i] = t\nb[i] = u",
            "i|i|i|i|i|i|i",
        ),
        ("options order(text)\n<> t = a[i]\nif t > 0\nt = 2*t\nend\nb[i] = t", "i|i|i|i"),
        ("options order(text)\n<> t = sum(j, a[i, j])\nt = t/n\nb[i] = t", "i|i|i"),
        ("options order(text)\n<> t = a[i] {inames=+j}\nt = 2*t\nb[i, j] = t", "ij|ij|ij"),
        ("options order(text)\n<> t = a[i]\nt = t + c[j]\nb[i] = t", "i|ij|i"),
        // Before the loop or behind it there is room.
        ("options order(text)\n<> t = 1.0\nt = t + 1\nb[i] = t", "||i"),
        ("options order(text)\n<> t = a[i]\nt = 2*t\nb[0] = t", "i||"),
        // What the text says stays.
        ("options order(text)\n<> t = a[i]\nt = 2*t {inames=j}\nb[i] = t", "i|j|i"),
    ] {
        assert_eq!(nest(text), expected, "{text}");
    }
}

#[test]
fn orders_that_nothing_declares_are_named() {
    let warned = |first: &str, second: &str, name: &str| {
        format!("; nothing says in which order `{first}` and `{second}` access `{name}`")
    };
    for (text, loops, pairs) in [
        ("<> t = a[i]\nt = 2*t\nb[i] = t", "i||i", vec![("insn_0", "insn_1", "t")]),
        ("<> t = a[i]\nt = 2\nb[i] = t", "i||i", vec![("insn", "insn_0", "t")]),
        ("<> s = 0\ns = s + a[i, j]\nb[i] = s", "|ij|i", vec![("insn_0", "insn_1", "s")]),
        ("<> t = a[i]\n<> u = 2*t\nt = u + 1\nb[i] = t", "i|||i", vec![("insn", "insn_0", "t")]),
        ("<> t = 1.0 {id=x}\nt = 2.0 {id=y, nosync=x}\nb[i] = t {dep=x:y}", "||i", vec![]),
        ("if a[i] > 0\n<> t = 1.0\nelse\nt = 2.0\nend\nb[i] = t", "i|i|i|i", vec![]),
        ("<> t = 1.0\nt = 2.0", "|", vec![]),
    ] {
        let warnings: String = pairs.iter().map(|(a, b, name)| warned(a, b, name)).collect();
        assert_eq!(nest(text), format!("{loops}{warnings}"), "{text}");
    }
}
