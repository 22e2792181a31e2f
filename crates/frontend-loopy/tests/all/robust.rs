//! No text makes the front end panic, or run for long.

use diag::SourceMap;

fn survive(text: &str) {
    let mut sources = SourceMap::default();
    let id = sources.add("t", text);
    if let Ok(imported) = frontend_loopy::import(text, id, "t") {
        let printed = ir::text::print_module(&imported.module);
        assert!(
            ir::text::parse_module(&printed, sources.add("p", printed.as_str())).is_ok(),
            "{text}\n{printed}"
        );
    }
}

fn inputs() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/parse/loopy");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// A small generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}

#[test]
fn mutilated_inputs() {
    let texts = inputs();
    let mut random = Random(7);
    for round in 0..600 {
        let mut chars: Vec<char> = texts[random.below(texts.len())].chars().collect();
        for _ in 0..1 + round % 4 {
            let at = random.below(chars.len());
            match random.below(3) {
                0 => chars.truncate(at),
                1 => {
                    let marks: Vec<char> = "()[]{}:=,*<>#\\\n$?é9i".chars().collect();
                    chars.insert(at.min(chars.len()), marks[random.below(marks.len())]);
                }
                _ if chars.is_empty() => {}
                _ => {
                    chars.remove(at);
                }
            }
        }
        survive(&chars.into_iter().collect::<String>());
    }
}

#[test]
fn deep_and_long_texts() {
    let domain = "{ [i] : 0 <= i < n }\n";
    for (open, close) in
        [("(", ")"), ("-", ""), ("not ", ""), ("sin(", ")"), ("a[", "]"), ("2**", ""), ("{", "}")]
    {
        let text = format!("{domain}x[i] = {}1{}", open.repeat(20_000), close.repeat(20_000));
        survive(&text);
    }
    survive(&format!("{domain}x[i] = {}1", "1 + ".repeat(20_000)));
    survive(&format!("{domain}x[i] = {}1", "1 / ".repeat(20_000)));
    survive(&format!("{domain}x[i] = {}1", "1 if i > 2 else ".repeat(5_000)));
    survive(&format!("{domain}{}x[i] = 1", "if i > 1\n".repeat(500)));
    survive(&format!("{domain}{}", "for i\n".repeat(5_000)));
    let rules: String = (1..200).map(|n| format!("f{n}(x) := f{}(x) + f{}(x)\n", n - 1, n - 1)).collect();
    survive(&format!("{domain}f0(x) := x\n{rules}x[i] = f199(i)\ny[i] = f40(i)"));
    survive(&format!("{domain}{}", "x[i] = 99999999999999999999\n".repeat(3)));
    survive("{ [i] : 0 <= i < 9223372036854775807 }\nx[i + 9223372036854775807] = 1");
}

#[test]
fn many_statements() {
    let chain: String = (1..2000).map(|n| format!("<> t{n} = t{} + 1\n", n - 1)).collect();
    survive(&format!("{{ [i] : 0 <= i < n }}\n<> t0 = x[i]\n{chain}y[i] = t1999\n"));
}
