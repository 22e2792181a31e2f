//! Parameters of scripts: a line `block = 16`, which `--set block=32` overrides as it does in a pipeline.

use super::imports;
use crate::input;
use diag::{Diagnostic, Origin, SourceId, SourceMap};
use pass::{Value, literal, no_parameter, overriding};

/// A line that defines a parameter.
struct Parameter<'t> {
    name: &'t str,
    /// Counted from 0.
    line: usize,
    default: Value,
}

/// The script with these values in the place of defaults. Each line stays where it is.
pub(super) fn overridden(
    text: &str,
    (sources, id): (&SourceMap, SourceId),
    overrides: &[(String, String)],
) -> Result<String, Vec<Diagnostic>> {
    let parameters = parameters(text);
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut problems = Vec::new();
    for (name, given) in overrides {
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
            let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
            problems.push(no_parameter("script", name, &known));
            continue;
        };
        let origin = Origin(input::line(sources, id, parameter.line));
        let default = Value { origin, ..parameter.default.clone() };
        match (overriding(name, given, &default), lines.get_mut(parameter.line)) {
            (Ok(value), Some(line)) => *line = format!("{name} = {value}"),
            (Ok(_), None) => {}
            (Err(problem), _) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(lines.join("\n")) } else { Err(problems) }
}

/// The parameters of a script: of each name the first line outside of functions and long texts that gives it
/// a literal.
fn parameters(text: &str) -> Vec<Parameter<'_>> {
    let mut found: Vec<Parameter<'_>> = Vec::new();
    let mut is_in_text = false;
    for (number, line) in text.split('\n').enumerate() {
        if let Some((name, default)) = definition(line).filter(|_| !is_in_text)
            && !found.iter().any(|parameter| parameter.name == name)
        {
            found.push(Parameter { name, line: number, default });
        }
        let quotes = line.matches("\"\"\"").count() + line.matches("'''").count();
        is_in_text ^= quotes % 2 == 1;
    }
    found
}

/// `block = 16  # comment`
fn definition(line: &str) -> Option<(&str, Value)> {
    let (name, value) = line.split_once('=')?;
    let name = Some(name.trim_end()).filter(|name| imports::is_name(name))?;
    let ends = value.match_indices('#').map(|(at, _)| at).chain([value.len()]);
    let value = ends.filter_map(|end| value.get(..end)).find_map(|value| literal(value.trim()))?;
    Some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_at_the_top_are_parameters() {
        let text = "a = 1\nb = \"x # y\"  # why\nif True:\n    c = 2\nd = f(3)\ne == 4\na = 5\nt = \"\"\"\nu = 6\n\"\"\"\nv = True\n";
        let found: Vec<(&str, usize)> =
            parameters(text).iter().map(|found| (found.name, found.line)).collect();
        assert_eq!(found, [("a", 0), ("b", 1), ("v", 10)]);
    }

    #[test]
    fn values_take_the_place_of_defaults() {
        let sources = SourceMap::default();
        let id = SourceMap::default().add("s", "");
        let set = |name: &str, value: &str| {
            overridden("n = 1  # size\nm = n\n", (&sources, id), &[(name.to_owned(), value.to_owned())])
        };
        assert_eq!(set("n", "7").unwrap(), "n = 7\nm = n\n");
        assert!(set("n", "x").is_err());
        assert!(set("m", "7").is_err());
    }
}
