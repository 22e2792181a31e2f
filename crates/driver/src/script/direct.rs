//! Calls of what is in `lp`, `np` and `isl`, such as `lp.split_iname(..)`. Of what is called behind a dot Starlark asks whether it is a
//! method of its own values, and makes all of these before, with their documentation: a seventh of the time of the paper's
//! product. A name of the same length takes the place of the path: all places in a script stay as they are.

use super::namespace::{Item, Namespace};
use super::nesting;
use std::collections::{BTreeMap, BTreeSet};

/// The names under which a script finds the namespaces.
pub(super) const NAMESPACES: [(&str, &str); 6] =
    [("lp", "lp"), ("loopy", "lp"), ("np", "np"), ("numpy", "np"), ("isl", "isl"), ("islpy", "isl")];

/// The script with names for the paths that it calls, and what each name stands for.
pub(super) fn named(script: &str) -> (String, BTreeMap<String, Item>) {
    let (mut text, mut found) = (script.to_owned(), BTreeMap::new());
    let calls = calls(script);
    if calls.is_empty() {
        return (text, found);
    }
    let words: BTreeSet<&str> = script.split(|c| !is_word(c)).collect();
    for Called { start, namespace, attribute } in calls {
        let name = format!("_{namespace}{attribute}");
        let home =
            NAMESPACES.iter().find(|(name, _)| *name == namespace).map(|(_, home)| Namespace::new(home));
        let item = home.filter(|home| home.has(attribute)).and_then(|home| home.item(attribute));
        if let Some(item) = item.filter(|_| !words.contains(name.as_str())) {
            text.replace_range(start..start + name.len(), &name);
            found.insert(name, item);
        }
    }
    (text, found)
}

/// A call `namespace.attribute(`.
struct Called<'s> {
    start: usize,
    namespace: &'s str,
    attribute: &'s str,
}

/// The calls through namespaces that the script uses in no other way than to ask them for something: it gives the name to nothing
/// else.
fn calls(script: &str) -> Vec<Called<'_>> {
    let (mut found, mut other): (Vec<Called<'_>>, BTreeSet<&str>) = (Vec::new(), BTreeSet::new());
    let mut before = "";
    for (start, namespace) in nesting::tokens(script) {
        if !before.ends_with('.') && NAMESPACES.iter().any(|(name, _)| *name == namespace) {
            let behind = script.get(start + namespace.len()..);
            let attribute = behind.and_then(|behind| behind.strip_prefix('.'));
            let attribute = attribute.and_then(|behind| behind.split_inclusive(|c| !is_word(c)).next());
            match attribute {
                None => drop(other.insert(namespace)),
                Some(attribute) => {
                    let called =
                        attribute.strip_suffix('(').map(|attribute| Called { start, namespace, attribute });
                    found.extend(called);
                }
            }
        }
        before = namespace;
    }
    found.retain(|called| !other.contains(called.namespace));
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_become_names_of_their_length() {
        for (script, text) in [
            ("k = lp.split_iname(k, \"i\", 16)\n", "k = _lpsplit_iname(k, \"i\", 16)\n"),
            ("x.zeros(lp.tag_inames(k))", "x.zeros(_lptag_inames(k))"),
            ("np.float32(1) + np.pi", "_npfloat32(1) + np.pi"),
            ("'lp.split_iname('; loopy.split_iname()", "'lp.split_iname('; _loopysplit_iname()"),
        ] {
            let (found, _) = named(script);
            assert_eq!(found, text);
        }
    }

    #[test]
    fn what_may_mean_something_else_stays() {
        for script in [
            "def f(lp):\n  return lp.split_iname(1)\n",
            "lp = [1]\nlp.split_iname(1)\n",
            "x.lp.split_iname(1)",
            "lp.split_iname",
            "lp.no_such_transform(k)",
            "lp.auto(1)",
            "_lpsplit_iname = 1\nlp.split_iname(k)",
            "\"lp.split_iname(k)\" # lp.split_iname(k)",
            "f\"{lp.split_iname(k)}\"",
            "",
        ] {
            assert_eq!(named(script).0, script);
        }
    }
}
