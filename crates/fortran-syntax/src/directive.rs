//! Directives in comments: tagged regions, regions that become kernels, and transform blocks.

use crate::form::{Comment, Item, Logical, strip_marker};
use diag::{Diagnostic, Span};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

const CODE: diag::Code = "lp::fortran::directive";

/// The script in a file's transform blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The text, each line where it stands in the file.
    pub text: String,
    /// What the script expects and leaves.
    pub style: Style,
    /// From the first block to the last.
    pub span: Span,
}

/// The two forms of transform block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `!$loopy begin transform`: each kernel is bound to its name before and read from it after.
    Transform,
    /// `!$loopy begin`: the text is bound to `SOURCE` and `FILENAME`, and the kernels are left in `RESULT`.
    Result,
}

/// A statement's text and the tags of the regions around it.
#[derive(Debug, Clone)]
pub struct DirectiveLine {
    pub(crate) logical: Logical,
    pub(crate) tags: Rc<BTreeSet<Name>>,
}

impl DirectiveLine {
    /// Whether it starts with a word.
    #[must_use]
    pub fn starts_with(&self, word: &str) -> bool {
        let text = self.logical.text.trim_start();
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    }
}

/// What remains of a file once its directives are read.
#[derive(Debug, Default)]
pub struct Read {
    /// Its statements.
    pub lines: Vec<DirectiveLine>,
    /// The script in its transform blocks.
    pub script: Option<Script>,
    /// Tags whose region has no end; they were reported.
    pub unclosed: BTreeSet<Name>,
    /// Regions that become kernels.
    pub kernels: Vec<Region>,
}

/// A region that becomes a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// What the kernel is called.
    pub name: Name,
    /// The directive that begins it.
    pub begin: Span,
    /// The directive that ends it.
    pub end: Span,
}

/// Whether a directive says where arrays lie, and nothing of what is computed.
#[must_use]
pub fn is_of_data(directive: &str) -> bool {
    let word = directive.split_whitespace().next().unwrap_or("");
    word.eq_ignore_ascii_case("data") || word.eq_ignore_ascii_case("update")
}

/// Separates statements from directives.
pub fn read(items: Vec<Item>, found: &mut Vec<Diagnostic>) -> Read {
    let mut reader = Reader {
        read: Read::default(),
        regions: Vec::new(),
        tags: Rc::default(),
        kernel: None,
        block: None,
        script: Blocks::default(),
        found,
    };
    for item in items {
        match item {
            Item::Statement(logical) => reader.statement(logical),
            Item::Comment(comment) => reader.comment(&comment),
        }
    }
    reader.finish()
}

struct Reader<'d> {
    read: Read,
    /// Open tagged regions.
    regions: Vec<(Name, Span)>,
    /// Their names, shared by the statements between two directives.
    tags: Rc<BTreeSet<Name>>,
    /// The open region that becomes a kernel.
    kernel: Option<(Name, Span)>,
    /// The open transform block.
    block: Option<(Style, Span)>,
    script: Blocks,
    found: &'d mut Vec<Diagnostic>,
}

/// The transform blocks of a file, which make one script.
#[derive(Default)]
struct Blocks {
    lines: BTreeMap<usize, String>,
    style: Option<(Style, Span)>,
}

/// A directive's meaning.
#[derive(Debug, PartialEq, Eq)]
enum Directive {
    BeginTagged(Name),
    EndTagged(Name),
    BeginKernel(Name),
    EndKernel(Option<Name>),
    Begin(Style),
    End(Style),
}

/// The words of each directive, for messages.
const KNOWN: [&str; 8] = [
    "begin tagged",
    "end tagged",
    "begin kernel",
    "end kernel",
    "begin transform",
    "end transform",
    "begin",
    "end",
];

fn parse(text: &str) -> Result<Directive, String> {
    let (words, argument) = match text.split_once(':') {
        Some((words, argument)) => (words, Some(argument.trim())),
        None => (text, None),
    };
    let words: Vec<String> = words.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words = words.join(" ");
    match (words.as_str(), argument) {
        ("begin tagged", Some(name)) if is_name(name) => Ok(Directive::BeginTagged(Name::new(name))),
        ("end tagged", Some(name)) if is_name(name) => Ok(Directive::EndTagged(Name::new(name))),
        ("begin tagged" | "end tagged", _) => Err(format!("write the tag after a colon: `!$loopy {words}: name`")),
        ("begin kernel", Some(name)) if is_name_of_kernel(name) => Ok(Directive::BeginKernel(crate::ast::name(name))),
        ("end kernel", None) => Ok(Directive::EndKernel(None)),
        ("end kernel", Some(name)) if is_name_of_kernel(name) => Ok(Directive::EndKernel(Some(crate::ast::name(name)))),
        ("begin kernel" | "end kernel", _) => Err("write a name of Fortran after a colon: `!$loopy begin kernel: name`".to_owned()),
        ("begin transform", None) => Ok(Directive::Begin(Style::Transform)),
        ("end transform", None) => Ok(Directive::End(Style::Transform)),
        ("begin", None) => Ok(Directive::Begin(Style::Result)),
        ("end", None) => Ok(Directive::End(Style::Result)),
        _ => Err(match diag::nearest(&words, KNOWN) {
            Some(nearest) => format!("did you mean `!$loopy {nearest}`?"),
            None => "known are `begin tagged: name`, `end tagged: name`, `begin kernel: name`, `end kernel`, `begin transform`, `end transform`, `begin` and `end`".to_owned(),
        }),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a region may have this name: that of a routine.
fn is_name_of_kernel(text: &str) -> bool {
    is_name(text) && text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.len() <= 63
}

impl Reader<'_> {
    fn error(&mut self, message: impl Into<String>, span: Span, label: &str, help: Option<String>) {
        let mut error = Diagnostic::error(CODE, message).at(span, label);
        error.help = help;
        self.found.push(error);
    }

    fn statement(&mut self, logical: Logical) {
        if let Some((_, begin)) = self.block {
            let span = logical.span();
            self.found.push(
                Diagnostic::error(CODE, "a statement inside a transform block")
                    .at(span, "only comments can stand here")
                    .at(begin, "the block starts here")
                    .help("put `!` before lines of the script, or end the block above"),
            );
            return;
        }
        self.read.lines.push(DirectiveLine { logical, tags: Rc::clone(&self.tags) });
    }

    fn comment(&mut self, comment: &Comment) {
        let Some(rest) = strip_marker(&comment.text) else {
            if self.block.is_some() {
                let text = comment.text.strip_prefix(' ').unwrap_or(&comment.text);
                self.script.lines.insert(comment.line, text.to_owned());
            }
            return;
        };
        if is_of_data(rest) {
            return;
        }
        match parse(rest) {
            Ok(Directive::BeginTagged(name)) => self.begin_tagged(name, comment.span),
            Ok(Directive::EndTagged(name)) => self.end_tagged(&name, comment.span),
            Ok(Directive::BeginKernel(name)) => self.begin_kernel(name, comment.span),
            Ok(Directive::EndKernel(name)) => self.end_kernel(name.as_ref(), comment.span),
            Ok(Directive::Begin(style)) => self.begin_block(style, comment.span),
            Ok(Directive::End(style)) => self.end_block(style, comment.span),
            Err(help) => {
                let text = rest.trim();
                self.error(format!("unknown directive `{text}`"), comment.span, "", Some(help));
            }
        }
    }

    fn begin_tagged(&mut self, name: Name, span: Span) {
        if let Some((_, first)) = self.regions.iter().find(|(open, _)| *open == name) {
            let error =
                Diagnostic::error(CODE, format!("a region tagged `{name}` inside another of that tag"));
            self.found.push(error.at(span, "").at(*first, "the outer one starts here"));
            return;
        }
        self.regions.push((name, span));
        self.share_tags();
    }

    fn end_tagged(&mut self, name: &Name, span: Span) {
        let Some(at) = self.regions.iter().position(|(open, _)| open == name) else {
            let nearest = diag::nearest(name, self.regions.iter().map(|(open, _)| open.as_str()));
            let help = nearest.map(|nearest| format!("did you mean `{nearest}`, which is open here?"));
            self.error(format!("no region tagged `{name}` is open"), span, "", help);
            return;
        };
        self.regions.remove(at);
        self.share_tags();
    }

    fn begin_kernel(&mut self, name: Name, span: Span) {
        if let Some((_, first)) = &self.kernel {
            let error = Diagnostic::error(CODE, "a region that becomes a kernel inside another");
            self.found.push(error.at(span, "").at(*first, "the outer one starts here"));
            return;
        }
        self.kernel = Some((name, span));
    }

    fn end_kernel(&mut self, ended: Option<&Name>, span: Span) {
        let Some((name, begin)) = self.kernel.take() else {
            return self.error("no region that becomes a kernel is open", span, "", None);
        };
        if ended.is_some_and(|ended| *ended != name) {
            let error = Diagnostic::error(CODE, format!("the region that is open here is called `{name}`"));
            self.found.push(error.at(span, "").at(begin, "it starts here"));
        }
        self.read.kernels.push(Region { name, begin, end: span });
    }

    fn share_tags(&mut self) {
        self.tags = Rc::new(self.regions.iter().map(|(name, _)| name.clone()).collect());
    }

    fn begin_block(&mut self, style: Style, span: Span) {
        if let Some((_, begin)) = self.block {
            let error = Diagnostic::error(CODE, "a transform block inside another");
            self.found.push(error.at(span, "").at(begin, "the outer one starts here"));
            return;
        }
        self.block = Some((style, span));
        match self.script.style {
            Some((other, first)) if other != style => self.found.push(
                Diagnostic::error(CODE, "two styles of transform block in one file")
                    .at(span, "")
                    .at(first, "the first block is of the other style")
                    .help("start all of them with `!$loopy begin transform`, or all with `!$loopy begin`"),
            ),
            Some((_, first)) => self.script.style = Some((style, first.cover(span))),
            None => self.script.style = Some((style, span)),
        }
    }

    fn end_block(&mut self, style: Style, span: Span) {
        match self.block.take() {
            None => self.error("no transform block is open", span, "", None),
            Some((open, begin)) => {
                if open != style {
                    let words = if open == Style::Transform { "end transform" } else { "end" };
                    let error = Diagnostic::error(CODE, "this does not end the kind of block that is open");
                    let error = error.at(span, "").at(begin, "the block starts here");
                    self.found.push(error.help(format!("write `!$loopy {words}`")));
                }
                if let Some((_, whole)) = &mut self.script.style {
                    *whole = whole.cover(span);
                }
            }
        }
    }

    fn finish(mut self) -> Read {
        if let Some((_, begin)) = self.block {
            self.error(
                "a transform block without an end",
                begin,
                "it starts here",
                Some("add `!$loopy end transform`".to_owned()),
            );
        }
        if let Some((name, begin)) = self.kernel.take() {
            let help = Some("add `!$loopy end kernel`".to_owned());
            self.error(format!("the region `{name}` has no end"), begin, "it starts here", help);
        }
        for (name, span) in std::mem::take(&mut self.regions) {
            let help = format!("add `!$loopy end tagged: {name}`");
            self.error(format!("the region tagged `{name}` has no end"), span, "it starts here", Some(help));
            self.read.unclosed.insert(name);
        }
        self.read.script = self.script.finish();
        self.read
    }
}

impl Blocks {
    /// The script, each line where it stands in the file.
    fn finish(self) -> Option<Script> {
        let (style, span) = self.style?;
        let mut text = String::new();
        let mut next = 0;
        for (line, content) in &self.lines {
            text.push_str(&"\n".repeat(line.saturating_sub(next)));
            text.push_str(content.trim_end());
            text.push('\n');
            next = line + 1;
        }
        Some(Script { text, style, span })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> (Read, Vec<Diagnostic>) {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", "");
        let mut found = Vec::new();
        let lines = crate::preprocess::lines(text, &[], &mut sources, source, &mut found, &mut |_| None);
        let items = crate::form::items(&lines, crate::layout::Form::Free, source, &mut found);
        (read(items, &mut found), found)
    }

    #[test]
    fn regions_of_different_tags_overlap() {
        let text = "!$loopy begin tagged: a\nx=1\n!$LOOPY Begin Tagged:b\nx=2\n!$loopy end tagged: a\nx=3\n!$loopy end tagged: b\nx=4\n";
        let (read, found) = run(text);
        assert_eq!(found, []);
        let tags: Vec<Vec<&str>> =
            read.lines.iter().map(|line| line.tags.iter().map(|t| t.as_str()).collect()).collect();
        assert_eq!(tags, [vec!["a"], vec!["a", "b"], vec!["b"], vec![]]);
    }

    #[test]
    fn a_block_keeps_its_lines() {
        let (read, found) = run("x=1\n !$loopy begin transform\n ! a = 1\n\n !   b\n!$loopy end transform\n");
        assert_eq!(found, []);
        let script = read.script.unwrap();
        assert_eq!(script.text, "\n\na = 1\n\n  b\n");
        assert_eq!(script.style, Style::Transform);
    }

    #[test]
    fn blocks_join_and_styles_do_not_mix() {
        let (read, found) = run("!$loopy begin\n!a\n!$loopy end\n!$loopy begin\n! b\n!$loopy end\n");
        assert_eq!(found, []);
        assert_eq!(read.script.unwrap().text, "\na\n\n\nb\n");
        assert_eq!(
            run("!$loopy begin\n!$loopy end\n!$loopy begin transform\n!$loopy end transform\n").1.len(),
            1
        );
    }

    #[test]
    fn mistakes_are_reported() {
        for (text, errors) in [
            ("!$loopy begin taged: a", 1),
            ("!$loopy begin tagged", 1),
            ("!$loopy begin tagged: a", 1),
            ("!$loopy end tagged: a", 1),
            ("!$loopy begin tagged: a\n!$loopy begin tagged: a\n!$loopy end tagged: a", 1),
            ("!$loopy begin transform", 1),
            ("!$loopy begin transform\nx = 1\n!$loopy end transform", 1),
            ("!$loopy begin transform\n!$loopy end", 1),
            ("!$loopy end transform", 1),
            ("!$loopyish is a comment\n!$omp parallel do\n! $loopy begin", 0),
        ] {
            assert_eq!(run(text).1.len(), errors, "{text}");
        }
    }

    #[test]
    fn the_nearest_directive_is_suggested() {
        let found = run("!$loopy begin transfrom").1;
        assert_eq!(found[0].help.as_deref(), Some("did you mean `!$loopy begin transform`?"));
    }
}
