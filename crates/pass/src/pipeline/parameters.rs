//! Parameters of pipelines and scripts, whose defaults the command line overrides.

use crate::text::literal;
use crate::value::{Datum, Value};
use diag::Diagnostic;

const CODE: diag::Code = "lp::pipeline::override";

/// The value that is given from outside for a parameter, which must be of the default's kind. A string needs
/// no quotes there.
///
/// # Errors
/// Where the text is of another kind.
pub fn overriding(name: &str, text: &str, default: &Value) -> Result<Value, Diagnostic> {
    let value = literal(text).filter(|value| value.describe() == default.describe());
    match (value, &default.datum) {
        (Some(value), _) => Ok(Value { origin: default.origin, ..value }),
        (None, Datum::Str(_)) => Ok(Value { datum: Datum::Str(text.to_owned()), origin: default.origin }),
        (None, _) => {
            let message = format!("parameter `{name}` is {}, and `{text}` is none", default.describe());
            Err(Diagnostic::error(CODE, message).at_entity(None, default.origin, "the default"))
        }
    }
}

/// Says that a value is given for what is no parameter. `reader` is the pipeline or script that has those
/// that are known.
pub fn no_parameter(reader: &str, name: &str, known: &[&str]) -> Diagnostic {
    let problem = Diagnostic::error(CODE, format!("the {reader} has no parameter `{name}`"));
    match diag::nearest(name, known.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => {
            problem.help(format!("a line `{name} = 16` of the {reader} would define it"))
        }
        None => problem.help(format!("its parameters are `{}`", known.join("`, `"))),
    }
}
