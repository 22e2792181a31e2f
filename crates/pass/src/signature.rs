//! Names, parameters and defaults of a call.

use std::fmt;

/// Keywords that every transform takes: the kernel it is for, whether nothing to do is fine, and whether the
/// user vouches for the step.
pub const GENERIC_KEYWORDS: [&str; 3] = ["kernel", "allow_empty", "unchecked"];

/// A parameter's declaration.
#[derive(Debug)]
pub struct ParamSpec {
    /// Its name.
    pub name: &'static str,
    /// What kind of value it takes, such as `iname`.
    pub kind: &'static str,
    /// The value it has where the call gives none, as pipeline text; without, it is required.
    pub default: Option<&'static str>,
    /// Whether it collects all keywords that no other parameter claims.
    pub rest: bool,
    /// The field's doc comment.
    pub doc: &'static str,
}

/// What a call looks like: `split_iname(iname, inner_length, outer_iname=None, ..)`.
#[derive(Debug, Clone, Copy)]
pub struct Signature {
    /// The name that is called.
    pub name: &'static str,
    /// Parameters, in the order of the call.
    pub params: &'static [ParamSpec],
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let params: Vec<String> = self.params.iter().map(ToString::to_string).collect();
        write!(f, "{}({})", self.name, params.join(", "))
    }
}

impl fmt::Display for ParamSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.default {
            _ if self.rest => write!(f, "**{}", self.name),
            Some(default) => write!(f, "{}={default}", self.name),
            None => f.write_str(self.name),
        }
    }
}
