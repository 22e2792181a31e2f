//! Text made from declarations: signatures, help and the reference page.

use crate::{ParamSpec, Spec};

impl Spec {
    /// The call with its parameters and their defaults: `split_iname(iname, inner_length, outer_iname=None, ..)`.
    pub fn signature(&self) -> String {
        let params: Vec<String> = self.params.iter().map(ParamSpec::signature).collect();
        format!("{}({})", self.name, params.join(", "))
    }

    /// The first sentence of the doc comment.
    pub fn summary(&self) -> &'static str {
        let paragraph = self.doc.split("\n\n").next().unwrap_or(self.doc);
        let end = paragraph.find(". ").or_else(|| paragraph.find(".\n")).map_or(paragraph.len(), |at| at + 1);
        paragraph.get(..end).unwrap_or(paragraph)
    }
}

impl ParamSpec {
    fn signature(&self) -> String {
        match self.default {
            _ if self.rest => format!("**{}", self.name),
            Some(default) => format!("{}={default}", self.name),
            None => self.name.to_owned(),
        }
    }
}
