//! Parameters of scripts: a line `block = 16`, which `--set block=32` overrides as it does in a pipeline.

use super::convert;
use super::host::Host;
use diag::{Diagnostic, Origin};
use pass::{Value, no_parameter, overriding};
use script::Tree;

/// Gives parameters of a script other values.
///
/// # Errors
/// Where there is no such parameter, or it takes no such value.
pub(super) fn override_all(
    tree: &mut Tree,
    host: &Host,
    overrides: &[(String, String)],
) -> Result<(), Vec<Diagnostic>> {
    let parameters = tree.parameters();
    let mut problems = Vec::new();
    for (name, given) in overrides {
        let known = parameters.iter().find(|parameter| *parameter.name == **name);
        let origin = Origin(known.and_then(|parameter| host.span(parameter.place)));
        let default = known.and_then(|known| convert::argument(&known.value, origin).ok());
        let Some(default) = default else {
            let known: Vec<&str> = parameters.iter().map(|parameter| &*parameter.name).collect();
            problems.push(no_parameter("script", name, &known));
            continue;
        };
        match overriding(name, given, &default) {
            Ok(Value { datum, .. }) => tree.set_parameter(name, convert::of_datum(&datum)),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;

    fn parameters(text: &str) -> Vec<String> {
        let tree = script::parse(text, 0).unwrap();
        tree.parameters().iter().map(|found| format!("{}={}", found.name, found.value)).collect()
    }

    #[test]
    fn literals_at_the_top_are_parameters() {
        let text = "a = 1\nb = \"x # y\"  # why\nif True:\n    c = 2\nd = f(3)\na = 5\nt = \"\"\"\nu = 6\n\"\"\"\nv = True\nw = [1, -2]\n";
        assert_eq!(parameters(text), ["a=1", "b='x # y'", "t='\\nu = 6\\n'", "v=True", "w=[1, -2]"]);
    }

    #[test]
    fn values_take_the_place_of_defaults() {
        let set = |name: &str, value: &str| {
            let mut host = Host::default();
            let mut sources = SourceMap::default();
            let id = sources.add("s", "n = 1  # size\nm = n\n");
            host.sources = sources;
            host.add_file(id, "n = 1  # size\nm = n\n");
            let mut tree = script::parse("n = 1  # size\nm = n\n", 0).unwrap();
            override_all(&mut tree, &host, &[(name.to_owned(), value.to_owned())])
                .map(|()| tree.parameters().first().map(|own| own.value.to_string()))
        };
        assert_eq!(set("n", "7").unwrap().as_deref(), Some("7"));
        assert!(set("n", "x").is_err());
        assert!(set("m", "7").is_err());
    }
}
