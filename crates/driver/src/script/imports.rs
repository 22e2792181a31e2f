//! Imports: what of Loo.py they name is bound to what there is of it, and the rest is missed where it is used.

use super::host;
use super::namespace::Namespace;

/// A script whose imports are blank lines, or bind names of Loo.py's: all else stays where it is.
pub(super) fn bound(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for line in text.lines() {
        let bare = line.split_once('#').map_or(line, |(code, _)| code).trim();
        let (first, import) = match open.take() {
            Some((first, begun)) => (first, begun + bare),
            None => (lines.len(), bare.to_owned()),
        };
        let goes_on = import.starts_with("from ") && import.contains('(') && !import.ends_with(')');
        match binding(&import.replace(['(', ')'], "")) {
            _ if goes_on => {
                lines.push(String::new());
                open = Some((first, import));
            }
            Some(names) => {
                let indent = line.len() - line.trim_start().len();
                lines.push(String::new());
                if let Some(begin) = lines.get_mut(first) {
                    *begin = format!("{}{}", " ".repeat(indent), names.join("; "));
                }
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// What an import binds of Loo.py's, as assignments; the rest is noted.
fn binding(import: &str) -> Option<Vec<String>> {
    let lp = Namespace::new("lp");
    let mut bound = Vec::new();
    for Imported { module, name, own } in imported(import.trim_end_matches([',', ' ']))? {
        let there = match &name {
            Some(name) => (module.starts_with("loopy") && lp.has(name)).then(|| format!("lp.{name}")),
            None => [("loopy", "lp"), ("numpy", "np"), ("islpy", "isl")]
                .iter()
                .find(|(known, _)| *known == module)
                .map(|(_, here)| (*here).to_owned()),
        };
        match there {
            Some(there) if there == own => {}
            Some(there) => bound.push(format!("{own} = {there}")),
            None => host::with(|host| {
                host.foreign.insert(own, module);
            }),
        }
    }
    Some(bound)
}

/// A name that an import binds.
struct Imported {
    module: String,
    /// What of the module, where it is not all.
    name: Option<String>,
    own: String,
}

/// `import a.b, c as d` and `from a.b import c, d as e`.
fn imported(line: &str) -> Option<Vec<Imported>> {
    if let Some(modules) = line.strip_prefix("import ") {
        return modules
            .split(',')
            .map(|module| {
                let (module, own) = renamed(module)?;
                let own = own.unwrap_or_else(|| module.split('.').next().unwrap_or_default().to_owned());
                is_path(&module).then_some(Imported { module, name: None, own })
            })
            .collect();
    }
    let (module, names) = line.strip_prefix("from ")?.split_once(" import ")?;
    let module = module.trim();
    if !is_path(module) {
        return None;
    }
    names
        .split(',')
        .map(|name| {
            let (name, own) = renamed(name)?;
            let own = own.unwrap_or_else(|| name.clone());
            is_name(&name).then(|| Imported { module: module.to_owned(), name: Some(name), own })
        })
        .collect()
}

fn renamed(text: &str) -> Option<(String, Option<String>)> {
    match text.trim().split_once(" as ") {
        Some((name, own)) => {
            is_name(own.trim()).then(|| (name.trim().to_owned(), Some(own.trim().to_owned())))
        }
        None => Some((text.trim().to_owned(), None)),
    }
}

fn is_path(text: &str) -> bool {
    !text.is_empty() && text.split('.').all(is_name)
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
