//! `parse(print(k)) == k` and `print(parse(print(k))) == print(k)` for random kernels, sensible or not.

mod generate;

use diag::SourceMap;
use ir::conversions;
use ir::text::{format, parse_expr, parse_module, print_module};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn expressions(expr in generate::expr()) {
        let text = expr.to_string();
        let source = SourceMap::default().add("e", text.as_str());
        let parsed = parse_expr(&text, source, 0, &generate::is_rule);
        match parsed {
            Ok(parsed) => prop_assert!(parsed == expr, "{} reads as {}", text, parsed),
            Err(wrong) => prop_assert!(false, "WRONG {:?}\n{}", wrong, text),
        }
    }

    #[test]
    fn modules(module in generate::module()) {
        let text = print_module(&module);
        let source = SourceMap::default().add("m", text.as_str());
        let parsed = parse_module(&text, source);
        match parsed {
            Ok(parsed) => {
                prop_assert_eq!(&print_module(&parsed), &text);
                prop_assert!(parsed == module, "reads as another value: {}", text);
            }
            Err(wrong) => prop_assert!(false, "WRONG {:?}\n{}", wrong, text),
        }
        prop_assert_eq!(format(&text, source), Ok(text));
    }

    #[test]
    fn a_step_that_changes_nothing_changes_no_types(module in generate::module()) {
        for kernel in module.kernels.values() {
            prop_assert!(conversions::written_since(kernel, kernel) == *kernel, "{}", print_module(&module));
        }
    }

    #[test]
    fn no_text_makes_a_panic(text in "\\PC{0,200}") {
        let text = text.replace(';', "\n");
        let _ = parse_module(&text, SourceMap::default().add("m", text.as_str()));
        let _ = parse_module(&format!("lpir 1\nkernel @k {{\n{text}\n}}"), SourceMap::default().add("m", ""));
    }

    #[test]
    fn no_change_of_a_text_makes_a_panic(module in generate::module(), at in any::<prop::sample::Index>(), junk in "[{}()\\[\\]:=@$#\"\n a-z0-9+*-]{0,3}") {
        let text = print_module(&module);
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let cut = *at.get(&ends);
        let (before, after) = text.split_at(cut);
        let rest: String = after.chars().skip(1).collect();
        for changed in [format!("{before}{junk}{after}"), format!("{before}{junk}{rest}"), before.to_owned()] {
            let source = SourceMap::default().add("m", changed.as_str());
            if let Ok(module) = parse_module(&changed, source) {
                for kernel in module.kernels.values() {
                    ir::verify::verify(kernel);
                }
                let printed = print_module(&module);
                prop_assert_eq!(parse_module(&printed, source), Ok(module), "{}", printed);
            }
        }
    }
}
