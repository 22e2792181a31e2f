//! From text to steps.

use super::parameters::{no_parameter, overriding};
use super::step::Step;
use crate::args::{Argument, Call};
use crate::registry::Registry;
use crate::text::context::{Context, Operand, ParsedArg, ParsedCall, PipelineLine};
use crate::text::grammar;
use crate::text::token::{Token, TokenLine, lines};
use crate::value::Value;
use diag::{Diagnostic, Origin, SourceId, Span};
use ir::IndexMap;
use lalrpop_util::ParseError;
use poly::Name;

/// The steps of a pipeline.
#[derive(Debug, Default)]
pub struct Pipeline {
    /// In order.
    pub steps: Vec<Step>,
}

impl Pipeline {
    /// Reads a pipeline of these transforms. `overrides` are pairs of a parameter's name and the text of its value.
    ///
    /// # Errors
    /// Everything that is wrong with the text or the overrides.
    pub fn parse(
        registry: &Registry,
        text: &str,
        source: SourceId,
        overrides: &[(String, String)],
    ) -> Result<Pipeline, Vec<Diagnostic>> {
        let mut reader = PipelineReader {
            registry,
            source,
            overrides,
            parameters: IndexMap::default(),
            problems: Vec::new(),
        };
        let steps = lines(text, source).into_iter().filter_map(|line| reader.line(line)).collect();
        reader.check_overrides();
        if reader.problems.is_empty() { Ok(Pipeline { steps }) } else { Err(reader.problems) }
    }

    /// The calls, one a line, without parameters: the same pipeline when parsed again.
    pub fn print(&self) -> String {
        self.steps.iter().map(|step| step.call() + "\n").collect()
    }
}

struct PipelineReader<'a> {
    registry: &'a Registry,
    source: SourceId,
    overrides: &'a [(String, String)],
    parameters: IndexMap<String, Value>,
    problems: Vec<Diagnostic>,
}

impl PipelineReader<'_> {
    fn line(&mut self, line: TokenLine<'_>) -> Option<Step> {
        if !line.problems.is_empty() {
            self.problems.extend(line.problems);
            return None;
        }
        let end = line.tokens.last().map(|(_, _, end)| *end)?;
        let mut cx =
            Context { source: Some(self.source), parameters: &self.parameters, problems: Vec::new() };
        let nested = nested_call(&line.tokens);
        let parsed = grammar::PipelineLineParser::new().parse(&mut cx, line.tokens.into_iter().map(Ok));
        let step = match parsed {
            Err(error) => {
                cx.problems.push(syntax_error(error, end, self.source, nested));
                None
            }
            Ok(PipelineLine::Call { assigned, call }) => {
                let call = resolve(&mut cx, assigned.as_ref(), call);
                self.problems.append(&mut cx.problems);
                return call.and_then(|(call, variable)| self.build(call, variable));
            }
            Ok(PipelineLine::Parameter { name, origin, value }) => {
                let known = cx.problems.is_empty();
                self.problems.append(&mut cx.problems);
                if known {
                    self.parameter(name, origin, value);
                }
                return None;
            }
        };
        self.problems.append(&mut cx.problems);
        step
    }

    fn build(&mut self, call: Call, variable: Option<Name>) -> Option<Step> {
        Step::build(self.registry, call, variable).map_err(|problems| self.problems.extend(problems)).ok()
    }

    fn parameter(&mut self, name: String, origin: Origin, value: Value) {
        if self.parameters.contains_key(&name) || ["True", "False", "None"].contains(&name.as_str()) {
            let problem =
                Diagnostic::error("lp::pipeline::redefined", format!("`{name}` is defined already"));
            self.problems.push(problem.at_entity(None, origin, ""));
            return;
        }
        let set = self.overrides.iter().rfind(|(key, _)| *key == name);
        let value = match set {
            None => value,
            Some((_, text)) => self.overridden(&name, text, &value),
        };
        self.parameters.insert(name, value);
    }

    fn overridden(&mut self, name: &str, text: &str, default: &Value) -> Value {
        overriding(name, text, default).unwrap_or_else(|problem| {
            self.problems.push(problem);
            default.clone()
        })
    }

    fn check_overrides(&mut self) {
        let known: Vec<&str> = self.parameters.keys().map(String::as_str).collect();
        let unknown = self.overrides.iter().filter(|(name, _)| !known.contains(&name.as_str()));
        self.problems.extend(unknown.map(|(name, _)| no_parameter("pipeline", name, &known)));
    }
}

/// Looks up names in a call. The first argument may be the variable that holds the kernel, which is handed out.
fn resolve(
    cx: &mut Context<'_>,
    assigned: Option<&(String, Origin)>,
    call: ParsedCall,
) -> Option<(Call, Option<Name>)> {
    let ParsedCall { path, name_origin, origin, args } = call;
    let (name, modules) = path.split_last()?;
    if !matches!(modules, [] | [_]) || modules.iter().any(|module| module != "lp" && module != "loopy") {
        let problem =
            Diagnostic::error("lp::pipeline::module", format!("`{}` is no transform", path.join(".")));
        cx.problems
            .push(problem.at_entity(None, name_origin, "").help(format!("write `{name}` or `lp.{name}`")));
        return None;
    }
    let takes_kernel = assigned.is_some() || !modules.is_empty();
    let mut args = args.into_iter().peekable();
    let variable = args.next_if(|arg| takes_kernel && kernel_variable(arg).is_some());
    let variable = variable.and_then(|arg| kernel_variable(&arg).map(str::to_owned));
    if let Some((target, place)) = assigned
        && variable.as_ref() != Some(target)
    {
        let message = format!("`{target}` would be another kernel than the one that is transformed");
        let problem = Diagnostic::error("lp::pipeline::assignment", message).at_entity(None, *place, "");
        cx.problems
            .push(problem.help(format!("write `{target} = lp.{name}({target}, ..)`, or use a script")));
        return None;
    }
    let args: Vec<Argument> =
        args.map(|ParsedArg { keyword, value }| Argument { keyword, value: cx.force(value) }).collect();
    let call = Call { name: name.clone(), name_origin, origin, args };
    cx.problems.is_empty().then(|| (call, variable.map(Name::from)))
}

fn kernel_variable(argument: &ParsedArg) -> Option<&str> {
    match (&argument.keyword, &argument.value) {
        (None, Operand::Name(path, _)) => match path.as_slice() {
            [name] if !["True", "False", "None"].contains(&name.as_str()) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The first call inside of another, by its name, and where its bracket opens.
fn nested_call<'a>(tokens: &[(usize, Token<'a>, usize)]) -> Option<(&'a str, usize)> {
    let mut depth = 0_usize;
    for (at, (start, token, _)) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        match (token, before) {
            (Token::Open, Some((_, Token::Name(name), _))) if depth > 0 => return Some((name, *start)),
            (Token::Open, _) => depth += 1,
            (Token::Close, _) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn syntax_error(
    error: ParseError<usize, Token<'_>, ()>,
    end: usize,
    source: SourceId,
    nested: Option<(&str, usize)>,
) -> Diagnostic {
    let (start, end, expected) = match error {
        ParseError::UnrecognizedToken { token: (start, _, end), expected } => (start, end, expected),
        ParseError::ExtraToken { token: (start, _, end) } => (start, end, Vec::new()),
        ParseError::UnrecognizedEof { expected, .. } => (end, end, expected),
        ParseError::InvalidToken { location } => (location, location, Vec::new()),
        ParseError::User { error: () } => (end, end, Vec::new()),
    };
    if let Some((name, _)) = nested.filter(|(_, open)| *open == start) {
        let help = match name {
            "dict" => "write a dictionary in braces: `{\"i\": \"g.0\"}` for `dict(i=\"g.0\")`",
            "list" | "tuple" | "set" => "write a list in brackets: `[\"i\", \"j\"]`",
            _ => "write the value itself, or use a script, `--script FILE.star`, where values are computed",
        };
        return Diagnostic::error("lp::pipeline::syntax", format!("`{name}(..)` is no value"))
            .at(Span::new(source, start, end), "a call inside of a call")
            .help(help);
    }
    let message = if start == end { "the line ends too early" } else { "this is not expected here" };
    Diagnostic::error("lp::pipeline::syntax", message)
        .at(Span::new(source, start, end), expectation(&expected))
        .help("a line is a call such as `split_iname(\"i\", 16, outer_tag=\"g.0\")`, or a parameter such as `bm = 128`")
}

/// What could stand there, in classes.
fn expectation(expected: &[String]) -> String {
    let mut classes: Vec<&str> = Vec::new();
    for token in expected {
        let class = match token.trim_matches('"') {
            "name" | "int" | "float" | "str" | "[" | "{" | "-" => "a value",
            "+" | "*" | "//" | "%" | "." | ":" => continue,
            "(" if expected.len() > 3 => continue,
            other => other,
        };
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    match classes.split_last() {
        None => String::new(),
        Some((last, [])) => format!("expected {last}"),
        Some((last, rest)) => format!("expected {} or {last}", rest.join(", ")),
    }
}
