//! Values of parameters, as pipelines and as searches have them.

use pass::{Datum, Value};
use tune::Setting;

/// A value of a search as text that a pipeline reads.
pub(crate) fn text(value: &Setting) -> String {
    let datum = match value {
        Setting::Truth(truth) => Datum::Bool(*truth),
        Setting::Integer(number) => Datum::Int(*number),
        Setting::Fraction(number) => Datum::Float(*number),
        Setting::Word(word) => Datum::Str(word.clone()),
    };
    Value::new(datum).to_string()
}

/// A value of a pipeline as one of a search; nothing where a search cannot choose it.
pub(crate) fn setting(value: &Value) -> Option<Setting> {
    match &value.datum {
        Datum::Bool(truth) => Some(Setting::Truth(*truth)),
        Datum::Int(number) => Some(Setting::Integer(*number)),
        Datum::Float(number) => Some(Setting::Fraction(*number)),
        Datum::Str(word) => Some(Setting::Word(word.clone())),
        Datum::None | Datum::List(_) | Datum::Dict(_) => None,
    }
}
