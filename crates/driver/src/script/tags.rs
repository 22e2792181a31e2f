//! Classes of the host: of tags, Loo.py's own and those that a script defines or imports; and of callables,
//! of which only the name counts.

use super::host;
use script::{Call, Error, Native, Value};
use std::any::Any;

/// Loo.py's classes of tags of loops, what they are here, and whether they take an axis.
const OWN: &[(&str, &str, bool)] = &[
    ("AutoFitLocalInameTag", "l.auto", false),
    ("ForceSequentialTag", "for", false),
    ("GroupInameTag", "g", true),
    ("InOrderSequentialSequentialTag", "for", false),
    ("LocalInameTag", "l", true),
    ("LoopedIlpTag", "ilp.seq", false),
    ("UnrollHintTag", "unr_hint", false),
    ("UnrollTag", "unr", false),
    ("UnrolledIlpTag", "ilp", false),
    ("VectorizeTag", "vec", false),
];

/// A class of tags, which is also the tag that it makes, since tags of users have no values here.
#[derive(Debug, Clone)]
pub(super) struct TagValue {
    /// What a transform is given: `$ElementTag`, or `g.0`.
    text: String,
    /// Whether an axis is still to come.
    axis: bool,
}

impl TagValue {
    /// The class of a name.
    pub(super) fn class(name: &str) -> Self {
        match OWN.iter().find(|(own, _, _)| *own == name) {
            Some((_, text, axis)) => TagValue { text: (*text).to_owned(), axis: *axis },
            None => TagValue { text: format!("${name}"), axis: false },
        }
    }

    /// The tag that the class makes of what it is called with.
    fn called(&self, call: &Call<'_>) -> Result<Self, String> {
        let refuse =
            |what: &str| Err(format!("the tag `{}` takes {what}", self.text.trim_start_matches('$')));
        match (self.axis, call.positional.as_slice()) {
            _ if !call.named.is_empty() => refuse("no keywords"),
            (false, []) => Ok(self.clone()),
            (false, _) => refuse("no values: write a class for each of them"),
            (true, [Value::Int(axis)]) => Ok(TagValue { text: format!("{}.{axis}", self.text), axis: false }),
            (true, _) => refuse("the number of an axis"),
        }
    }

    /// The text of a value that is a tag.
    pub(super) fn text_of(value: &Value) -> Option<&str> {
        value.downcast::<TagValue>().map(|tag| tag.text.as_str())
    }
}

impl Native for TagValue {
    fn type_name(&self) -> &str {
        "tag"
    }

    fn display(&self) -> String {
        self.text.clone()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, call: &Call<'_>) -> script::Result<Value> {
        self.called(call).map(Value::native).map_err(host::error)
    }

    fn equals(&self, other: &Value) -> bool {
        TagValue::text_of(other) == Some(&self.text)
    }

    fn key(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn is_class(&self) -> bool {
        true
    }

    fn is_instance(&self, value: &Value) -> bool {
        self.equals(value)
    }

    fn derived(&self, name: &str, has_members: bool) -> script::Result<Option<Value>> {
        if has_members {
            let message = format!("the tag `{name}` has values of its own, which say nothing here");
            return Err(Error::refused_with(message, "write a class for each of them"));
        }
        Ok(Some(Value::native(TagValue::class(name))))
    }
}

/// A class of callables, and what it makes: a name for `register_callable`, which leaves kernels as they are.
/// Its methods say in Python what a declaration in the kernel's text says here.
#[derive(Debug, Clone)]
pub(super) struct CallableValue(pub(super) String);

impl Native for CallableValue {
    fn type_name(&self) -> &str {
        "callable"
    }

    fn display(&self) -> String {
        self.0.clone()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, _: &Call<'_>) -> script::Result<Value> {
        Ok(Value::native(self.clone()))
    }

    fn is_class(&self) -> bool {
        true
    }

    fn derived(&self, name: &str, _: bool) -> script::Result<Option<Value>> {
        Ok(Some(Value::native(CallableValue(name.to_owned()))))
    }
}

/// What an import binds that is not here: it is missed where it is used.
#[derive(Debug, Clone)]
pub(super) struct ForeignValue {
    /// The name that it is bound to.
    pub(super) name: String,
    /// The module that it is of.
    pub(super) module: String,
}

impl ForeignValue {
    fn missing(&self) -> Error {
        let ForeignValue { name, module } = self;
        let help = format!(
            "`{module}` is for Python only: a script makes kernels, and `lprun` runs and compares them"
        );
        Error::refused_with(format!("variable `{name}` not found"), help)
    }
}

impl Native for ForeignValue {
    fn type_name(&self) -> &str {
        "module"
    }

    fn display(&self) -> String {
        self.name.clone()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_callable(&self) -> bool {
        true
    }

    /// A decorator of classes of tags, such as `tag_dataclass`, leaves them as they are.
    fn call(&self, call: &Call<'_>) -> script::Result<Value> {
        match call.positional.as_slice() {
            [tag] if TagValue::text_of(tag).is_some() && call.named.is_empty() => Ok(tag.clone()),
            // `@dataclass(frozen=True)`
            [] if self.name.ends_with("dataclass") => Ok(Value::native(self.clone())),
            _ => Err(self.missing()),
        }
    }

    fn attribute(&self, _: &str) -> script::Result<Option<Value>> {
        Err(self.missing())
    }

    fn item(&self, _: &Value) -> script::Result<Value> {
        Err(self.missing())
    }

    fn is_class(&self) -> bool {
        true
    }

    fn derived(&self, name: &str, has_members: bool) -> script::Result<Option<Value>> {
        if is_class(name) { TagValue::class(name).derived(name, has_members) } else { Err(self.missing()) }
    }
}

/// Whether an imported name is that of a class of tags.
pub(super) fn is_class(name: &str) -> bool {
    name.ends_with("Tag") && name.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Statements have tags without a mark: `$FooTag` is `FooTag`, and Loo.py's `!streaming_store` a word like
/// others.
pub(super) fn of_statement(text: &str) -> &str {
    text.trim().trim_start_matches(['$', '!'])
}
