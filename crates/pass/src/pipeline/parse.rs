//! From text to steps.

use super::parameters::{no_parameter, overriding};
use super::step::Step;
use super::syntax::{nested_call, syntax_error};
use super::tunable::{Condition, Tunable, Tunables};
use crate::args::{Argument, Call};
use crate::registry::Registry;
use crate::text::condition::Code;
use crate::text::context::{Context, Operand, ParsedArg, ParsedCall, PipelineLine, is_constant};
use crate::text::grammar;
use crate::text::token::{TokenLine, lines};
use crate::value::Value;
use diag::{Diagnostic, Origin, SourceId};
use ir::IndexMap;
use poly::Name;

/// The steps of a pipeline.
#[derive(Debug, Default)]
pub struct Pipeline {
    /// In order.
    pub steps: Vec<Step>,
}

impl Pipeline {
    /// Reads a pipeline of these transforms. `overrides` are pairs of a parameter's name and the text of its
    /// value.
    ///
    /// # Errors
    /// Everything that is wrong with the text or the overrides.
    pub fn parse(
        registry: &Registry,
        text: &str,
        source: SourceId,
        overrides: &[(String, String)],
    ) -> Result<Pipeline, Vec<Diagnostic>> {
        let (pipeline, problems) = Self::read(registry, text, source, overrides);
        if problems.is_empty() { Ok(pipeline) } else { Err(problems) }
    }

    /// The same of a text that may be unfinished: the steps before the first line in which something is
    /// wrong, and all that is wrong.
    pub fn read(
        registry: &Registry,
        text: &str,
        source: SourceId,
        overrides: &[(String, String)],
    ) -> (Pipeline, Vec<Diagnostic>) {
        let mut reader = PipelineReader::new(registry, source, overrides);
        let mut steps = Vec::new();
        for line in lines(text, source) {
            let step = reader.line(line);
            steps.extend(step.filter(|_| reader.problems.is_empty()));
        }
        let problems = reader.finish().and_then(|tunables| tunables.check()).err().unwrap_or_default();
        (Pipeline { steps }, problems)
    }

    /// What a pipeline says of parameters that a search may choose, whether or not their first values go
    /// together. Others are known already, such as those of a script that has such lines.
    ///
    /// # Errors
    /// Everything that is wrong with the text or the overrides.
    pub fn tunables(
        registry: &Registry,
        text: &str,
        source: SourceId,
        overrides: &[(String, String)],
        known: IndexMap<String, Value>,
    ) -> Result<Tunables, Vec<Diagnostic>> {
        let mut reader = PipelineReader::new(registry, source, overrides);
        reader.parameters = known;
        for line in lines(text, source) {
            reader.line(line);
        }
        reader.finish()
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
    tunables: Vec<Tunable>,
    conditions: Vec<Code>,
    /// Whether the condition at the start of this line of text holds, where it has one.
    guard: Option<bool>,
    problems: Vec<Diagnostic>,
}

impl<'a> PipelineReader<'a> {
    fn new(registry: &'a Registry, source: SourceId, overrides: &'a [(String, String)]) -> Self {
        PipelineReader {
            registry,
            source,
            overrides,
            parameters: IndexMap::default(),
            tunables: Vec::new(),
            conditions: Vec::new(),
            guard: None,
            problems: Vec::new(),
        }
    }

    fn line(&mut self, line: TokenLine<'_>) -> Option<Step> {
        if !line.is_continued {
            self.guard = None;
        }
        if !line.problems.is_empty() {
            self.problems.extend(line.problems);
            return None;
        }
        let end = line.tokens.last().map(|(_, _, end)| *end)?;
        let mut cx =
            Context { source: Some(self.source), parameters: &self.parameters, problems: Vec::new() };
        let nested = nested_call(&line.tokens);
        let tokens = line.worded().into_iter().map(Ok);
        let parsed = grammar::PipelineLineParser::new().parse(&mut cx, tokens);
        let (known, mut problems) = (cx.problems.is_empty(), cx.problems);
        match parsed {
            Err(error) => problems.push(syntax_error(error, end, self.source, nested)),
            Ok(PipelineLine::Call { guard, assigned, call }) => {
                let mut cx = Context { source: Some(self.source), parameters: &self.parameters, problems };
                let call = resolve(&mut cx, assigned.as_ref(), call);
                self.problems.append(&mut cx.problems);
                self.enter(guard);
                // A call that is left out is read all the same: what is wrong with it is wrong in other
                // variants.
                let step = call.and_then(|(call, variable)| self.build(call, variable));
                return step.filter(|_| self.guard != Some(false));
            }
            Ok(PipelineLine::Parameter { origin, .. } | PipelineLine::Tune { origin, .. })
                if self.guard.is_some() =>
            {
                let message = "a parameter has its value whatever a condition says";
                let problem = Diagnostic::error("lp::pipeline::syntax", message).at_entity(None, origin, "");
                problems.push(problem.help("define it on a line of its own"));
            }
            Ok(PipelineLine::Parameter { name, origin, value }) if known => {
                self.parameter(name, origin, value);
            }
            Ok(PipelineLine::Tune { name, origin, values, condition }) if known => {
                self.tunable(Tunable { name, origin, values }, condition);
            }
            Ok(_) => {}
        }
        self.problems.append(&mut problems);
        None
    }

    /// Takes up the condition at the start of a line of text.
    fn enter(&mut self, guard: Option<Code>) {
        let Some(guard) = guard else { return };
        let parameters = &self.parameters;
        match guard.holds(&|name| Some(parameters.get(name)?.datum.clone())) {
            Ok(holds) => self.guard = Some(holds && self.guard != Some(false)),
            Err(problem) => self.problems.push(problem),
        }
    }

    fn tunable(&mut self, tunable: Tunable, condition: Option<Code>) {
        self.conditions.extend(condition);
        match tunable.check() {
            Err(problem) => self.problems.push(problem),
            Ok(()) => {
                let given = self.overrides.iter().rfind(|(name, _)| *name == tunable.name);
                let chosen = tunable.chosen(given.map(|(_, text)| text.as_str()));
                let value = chosen.or_else(|problem| {
                    self.problems.push(problem);
                    tunable.chosen(None)
                });
                if let Ok(value) = value {
                    self.define(&tunable.name, tunable.origin, value);
                }
                self.tunables.push(tunable);
            }
        }
    }

    fn build(&mut self, call: Call, variable: Option<Name>) -> Option<Step> {
        Step::build(self.registry, call, variable).map_err(|problems| self.problems.extend(problems)).ok()
    }

    fn parameter(&mut self, name: String, origin: Origin, value: Value) {
        let set = self.overrides.iter().rfind(|(key, _)| *key == name);
        let value = match set {
            None => value,
            Some((_, text)) => self.overridden(&name, text, &value),
        };
        self.define(&name, origin, value);
    }

    fn define(&mut self, name: &str, origin: Origin, value: Value) {
        if self.parameters.contains_key(name) || is_constant(name) {
            let problem =
                Diagnostic::error("lp::pipeline::redefined", format!("`{name}` is defined already"));
            self.problems.push(problem.at_entity(None, origin, ""));
            return;
        }
        self.parameters.insert(name.to_owned(), value);
    }

    fn overridden(&mut self, name: &str, text: &str, default: &Value) -> Value {
        overriding(name, text, default).unwrap_or_else(|problem| {
            self.problems.push(problem);
            default.clone()
        })
    }

    /// The parameters that a search may choose. Conditions may name what is defined after them.
    fn finish(mut self) -> Result<Tunables, Vec<Diagnostic>> {
        self.check_overrides();
        let mut conditions = Vec::new();
        for code in std::mem::take(&mut self.conditions) {
            match Condition::new(code, &self.parameters) {
                Ok(condition) => conditions.push(condition),
                Err(problems) => self.problems.extend(problems),
            }
        }
        let Self { parameters, tunables, problems, .. } = self;
        if problems.is_empty() {
            Ok(Tunables { parameters: tunables, conditions, values: parameters })
        } else {
            Err(problems)
        }
    }

    fn check_overrides(&mut self) {
        let known: Vec<&str> = self.parameters.keys().map(String::as_str).collect();
        let unknown = self.overrides.iter().filter(|(name, _)| !known.contains(&name.as_str()));
        self.problems.extend(unknown.map(|(name, _)| no_parameter("pipeline", name, &known)));
    }
}

/// Looks up names in a call. The first argument may be the variable that holds the kernel, which is handed
/// out.
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
            [name] if !is_constant(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
