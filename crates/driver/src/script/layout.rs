//! How arrays lie in memory, in the words of Loo.py.

use super::convert;
use super::make::{Arguments, items, words};
use script::Value;
use transforms::rewrite::leave_out_optional;

/// What stands in the parentheses of `layout(..)`; at most one of three keywords says it. The number of axes
/// is missing where use tells it.
///
/// # Errors
/// Where the keywords contradict each other, or an axis is not described.
pub(super) fn axes_text(
    args: &Arguments<'_>,
    name: &str,
    rank: Option<usize>,
) -> script::Result<Option<String>> {
    let tags = if args.function == "TemporaryVariable" { usize::MAX } else { 3 };
    let given = |name: &str| args.get(usize::MAX, name);
    match (given("order"), args.get(tags, "dim_tags"), given("strides")) {
        (None, None, None) => Ok(None),
        (Some(order), None, None) => match order.as_str() {
            Some("C" | "c") => Ok(plain("c", rank)),
            Some("F" | "f") => Ok(plain("f", rank)),
            _ => Err(args.refuse("`order` is `\"C\"` or `\"F\"`")),
        },
        (None, Some(tags), None) => dim_tags(args, name, tags, rank),
        (None, None, Some(strides)) if convert::is_auto(strides) => {
            let rank = rank.ok_or_else(|| args.refuse(format!("`{name}` has strides, but no shape")))?;
            Ok(Some((0..rank).map(|axis| chosen_by_caller(name, axis)).collect::<Vec<_>>().join(", ")))
        }
        (None, None, Some(strides)) if items(strides).is_empty() => Ok(None),
        (None, None, Some(strides)) => {
            let strides = items(strides);
            let axes = strides.iter().map(|stride| format!("stride: {}", convert::bare_text(stride)));
            Ok(Some(axes.collect::<Vec<_>>().join(", ")))
        }
        _ => Err(args.refuse("only one of `order`, `dim_tags` and `strides` can be given")),
    }
}

/// One axis lies in one way only.
fn plain(word: &str, rank: Option<usize>) -> Option<String> {
    rank.is_none_or(|rank| rank > 1).then(|| word.to_owned())
}

/// A stride that is an argument of its own.
fn chosen_by_caller(name: &str, axis: usize) -> String {
    format!("stride: {name}_stride{axis}")
}

/// `"N1,N0"`, `"stride:33,stride:1"`, `"c,c"`, or a list of such tags. A tag with a question mark goes where
/// there are more tags than axes.
fn dim_tags(
    args: &Arguments<'_>,
    name: &str,
    tags: &Value,
    rank: Option<usize>,
) -> script::Result<Option<String>> {
    let words = words(tags);
    let mut tags: Vec<&str> = words.iter().map(String::as_str).collect();
    leave_out_optional(&mut tags, rank.unwrap_or(usize::MAX), |tag| tag);
    let tags: Vec<&str> = tags.into_iter().map(|tag| tag.trim_end_matches('?')).collect();
    if tags.is_empty() {
        return Ok(None);
    }
    // Marks say together how the axes lie; any other tag says it of its own axis.
    let is_mark = |tag: &&str| matches!(*tag, "c" | "C" | "f" | "F" | "sep");
    if tags.iter().all(is_mark) {
        return Ok(Some(marks(&tags)));
    }
    let mut axes = Vec::new();
    for (axis, tag) in tags.into_iter().enumerate() {
        let is_nesting =
            |text: &str| text.strip_prefix('N').is_some_and(|level| level.parse::<u32>().is_ok());
        let is_level = is_nesting(tag);
        axes.push(match tag.split_once(':') {
            None if is_level || tag == "sep" => tag.to_owned(),
            Some((level, stride)) if is_nesting(level) && stride.trim().starts_with("stride:") => {
                format!("stride: {}", stride.trim().trim_start_matches("stride:").trim())
            }
            Some(("stride", stride)) if stride.trim() == "auto" => chosen_by_caller(name, axis),
            Some(("stride", stride)) => format!("stride: {}", stride.trim()),
            _ if tag.contains("(pad=") => {
                let message = format!(
                    "`{tag}` pads what is outside of an axis: `add_padding` does, after the kernel is made"
                );
                return Err(args.refuse(message));
            }
            _ => {
                let message = format!(
                    "`{tag}` describes no axis: tags are `N0`, `N1`, .., `C`, `F`, `stride:..` and `sep`"
                );
                return Err(args.refuse(message));
            }
        });
    }
    Ok(Some(axes.join(", ")))
}

/// `C` puts an axis inside of those before it, `F` outside.
fn marks(tags: &[&str]) -> String {
    let (mut inner, mut outer) = (0_i64, -1_i64);
    let mut levels = Vec::new();
    for tag in tags {
        levels.push(match *tag {
            "sep" => None,
            "c" | "C" => {
                inner -= 1;
                Some(inner)
            }
            _ => {
                outer += 1;
                Some(outer)
            }
        });
    }
    let axis = |level: Option<i64>| level.map_or("sep".to_owned(), |level| format!("N{}", level - inner));
    levels.into_iter().map(axis).collect::<Vec<_>>().join(", ")
}
