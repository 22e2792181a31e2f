//! From lines to statements: blocks become properties of the statements in them.

use crate::extremum::{self, Part};
use crate::options::{self, Options, Query};
use crate::segmented;
use crate::text::call::is_kernel_call;
use crate::text::token::Raw;
use crate::text::tree::{Declaration, Expr, ExprKind, Function, Located, LogicalLine, Setting, Target, Word};
use crate::tuple;
use diag::{Diagnostic, SourceId, Span};
use ir::SyncScope;

/// How deep blocks may nest.
const MAX_NESTING: usize = 64;

/// Branches of an `if`: each has the conditions of all before it.
const MAX_BRANCHES: usize = 512;

/// What a statement takes over from the blocks around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Context {
    pub(crate) inames: Vec<Word>,
    /// Names of what the line says besides this part of it: the inames among them have their loops around all
    /// its parts.
    pub(crate) beside: Vec<String>,
    /// Whether reading what others write brings no further loops.
    pub(crate) inames_final: bool,
    /// Whether mentioning an iname brings no further loop either.
    pub(crate) inames_exact: bool,
    pub(crate) deps: Vec<Word>,
    pub(crate) deps_final: bool,
    pub(crate) dep_queries: Vec<Query>,
    pub(crate) predicates: Vec<Predicate>,
    /// What its identifier starts with.
    pub(crate) id_prefix: Option<Word>,
    pub(crate) tags: Vec<Word>,
    pub(crate) groups: Vec<Word>,
    pub(crate) conflicts: Vec<Word>,
    /// The branches of `if` blocks that it lies in: number of the block, number of the branch.
    pub(crate) branches: Vec<(usize, usize)>,
}

/// One condition of a statement.
#[derive(Debug, Clone)]
pub(crate) enum Predicate {
    /// From an `if` option.
    Option(Expr),
    /// Whether a numbered condition of an `if` block holds.
    Block { condition: usize, holds: bool },
}

/// What a statement does.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    Assign(Target, Expr),
    /// Calls a kernel, which writes parts of arrays.
    Call(Vec<Target>, Expr),
    Barrier(SyncScope),
    Nop,
    /// Evaluates a numbered condition of an `if` block.
    Condition(usize),
}

/// A statement with all that is written about it.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) action: Action,
    pub(crate) context: Context,
    /// Options of its own that blocks cannot give.
    pub(crate) own: Options,
    pub(crate) span: Span,
}

/// A substitution rule as written.
#[derive(Debug, Clone)]
pub(crate) struct RuleText {
    pub(crate) name: Word,
    pub(crate) params: Vec<Word>,
    pub(crate) body: Expr,
    pub(crate) span: Span,
}

/// All that a text says.
#[derive(Debug, Default)]
pub(crate) struct Program<'s> {
    pub(crate) name: Option<Word>,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) temps: Vec<Declaration>,
    /// Whether a name that nothing declares becomes an argument.
    pub(crate) guess_arguments: bool,
    pub(crate) assumptions: Vec<(Raw<'s>, SourceId)>,
    pub(crate) settings: Vec<Setting>,
    pub(crate) domains: Vec<(Raw<'s>, SourceId)>,
    pub(crate) rules: Vec<RuleText>,
    pub(crate) functions: Vec<(Function, Span)>,
    pub(crate) conditions: Vec<Expr>,
    pub(crate) items: Vec<Item>,
}

/// An open block and what encloses it.
struct Block {
    outer: Context,
    opened: Span,
    chain: Option<Chain>,
}

/// An `if` block in the making.
struct Chain {
    number: usize,
    branch: usize,
    /// Conditions so far.
    conditions: Vec<usize>,
    /// Where `else` was.
    closed: Option<Span>,
}

/// Adds the lines of texts to a program: a block may begin in one text and end in another.
pub(crate) fn read<'s>(
    program: &mut Program<'s>,
    texts: Vec<(SourceId, Vec<Located<'s>>)>,
    errors: &mut Vec<Diagnostic>,
) {
    let Some((source, _)) = texts.first() else { return };
    let (source, context) = (*source, Context::default());
    let mut reader =
        Reader { program, source, errors, context, blocks: Vec::new(), chains: 0, is_given_up: false };
    for (source, lines) in texts {
        reader.source = source;
        for line in lines {
            reader.line(line);
            if reader.is_given_up {
                return;
            }
        }
    }
    for block in reader.blocks {
        let message = "a block has no `end`";
        reader.errors.push(Diagnostic::error("lp::loopy::block", message).at(block.opened, "opened here"));
    }
}

struct Reader<'a, 's> {
    program: &'a mut Program<'s>,
    source: SourceId,
    errors: &'a mut Vec<Diagnostic>,
    context: Context,
    blocks: Vec<Block>,
    chains: usize,
    /// Whether the text is beyond a limit: what a block hands on grows with each level and branch.
    is_given_up: bool,
}

impl<'s> Reader<'_, 's> {
    fn fail(&mut self, code: diag::Code, message: impl Into<String>, span: Span) {
        self.errors.push(Diagnostic::error(code, message).at(span, ""));
    }

    fn line(&mut self, located: Located<'s>) {
        let span = located.span;
        match located.line {
            LogicalLine::Kernel(name) => match &self.program.name {
                Some(first) => {
                    let message = "a file holds one kernel";
                    let diagnostic = Diagnostic::error("lp::loopy::directive", message).at(name.span, "");
                    self.errors.push(diagnostic.at(first.span, "named here"));
                }
                None => self.program.name = Some(name),
            },
            LogicalLine::Args(declaration) => self.program.declarations.push(declaration),
            LogicalLine::Temps(declaration) => self.program.temps.push(declaration),
            LogicalLine::Function(function) => self.program.functions.push((function, span)),
            LogicalLine::Assume(raw) => self.program.assumptions.push((raw, self.source)),
            LogicalLine::Options(settings) => self.program.settings.extend(settings),
            LogicalLine::Domain(raw) => self.program.domains.push((raw, self.source)),
            LogicalLine::With(raw) => {
                let options = options::parse(raw, self.source, true, self.errors);
                // A block is its options on top of what holds around it, until its `end`.
                let inner = inherit(&self.context, &options);
                self.open(inner, span, None);
            }
            LogicalLine::For(inames) => {
                let mut inner = self.context.clone();
                inner.inames.extend(inames);
                inner.inames_final = true;
                self.open(inner, span, None);
            }
            LogicalLine::If(condition) => {
                let chain = Chain { number: self.chains, branch: 0, conditions: Vec::new(), closed: None };
                self.chains += 1;
                let inner = self.context.clone();
                self.open(inner, span, Some(chain));
                self.branch(Some(condition), span);
            }
            LogicalLine::Elif(condition) => self.next_branch(Some(condition), span),
            LogicalLine::Else => self.next_branch(None, span),
            LogicalLine::End => match self.blocks.pop() {
                Some(block) => self.context = block.outer,
                None => self.fail("lp::loopy::block", "`end` without a block", span),
            },
            LogicalLine::Special(word, raw) => self.special(&word, raw, span),
            LogicalLine::Rule(head, body) => self.rule(head, body, span),
            LogicalLine::Assign { targets, value, options } => self.assign(targets, value, options, span),
            LogicalLine::Bare(_) => self.bare(span),
        }
    }

    fn open(&mut self, inner: Context, opened: Span, chain: Option<Chain>) {
        if self.blocks.len() == MAX_NESTING {
            self.fail("lp::loopy::too-deep", format!("blocks nest deeper than {MAX_NESTING} levels"), opened);
            self.is_given_up = true;
        }
        let outer = std::mem::replace(&mut self.context, inner);
        self.blocks.push(Block { outer, opened, chain });
    }

    fn next_branch(&mut self, condition: Option<Expr>, span: Span) {
        let last = self.blocks.last_mut().and_then(|block| block.chain.as_mut());
        let Some(chain) = last else {
            let word = if condition.is_some() { "elif" } else { "else" };
            return self.fail("lp::loopy::block", format!("`{word}` without an `if`"), span);
        };
        if let Some(closed) = chain.closed {
            let diagnostic = Diagnostic::error("lp::loopy::block", "a branch after `else`").at(span, "");
            return self.errors.push(diagnostic.at(closed, "the last branch"));
        }
        chain.branch += 1;
        if chain.branch == MAX_BRANCHES {
            let message = format!("this `if` has more than {MAX_BRANCHES} branches");
            self.fail("lp::loopy::block", message, span);
            self.is_given_up = true;
        }
        self.branch(condition, span);
    }

    /// Enters the next branch of the innermost `if` block; no condition is `else`.
    fn branch(&mut self, condition: Option<Expr>, span: Span) {
        let number = self.program.conditions.len();
        let Some(block) = self.blocks.last_mut() else { return };
        let Some(chain) = block.chain.as_mut() else { return };
        let mut context = block.outer.clone();
        let earlier = chain.conditions.iter();
        context
            .predicates
            .extend(earlier.map(|condition| Predicate::Block { condition: *condition, holds: false }));
        context.branches.push((chain.number, chain.branch));
        match condition {
            None => chain.closed = Some(span),
            Some(condition) => {
                chain.conditions.push(number);
                let span = condition.span;
                self.program.conditions.push(condition);
                let own = Options::default();
                let action = Action::Condition(number);
                self.program.items.push(Item { action, context: context.clone(), own, span });
                context.predicates.push(Predicate::Block { condition: number, holds: true });
            }
        }
        self.context = context;
    }

    fn push(&mut self, action: Action, options: Option<Raw<'s>>, span: Span) {
        let own = options.map(|raw| options::parse(raw, self.source, false, self.errors)).unwrap_or_default();
        if let (Some(word), false) = (&own.mem_kind, matches!(action, Action::Barrier(_))) {
            self.fail("lp::loopy::option", "`mem_kind` belongs to a barrier", word.span);
        }
        let context = inherit(&self.context, &own);
        self.program.items.push(Item { action, context, own, span });
    }

    fn special(&mut self, word: &Word, options: Option<Raw<'s>>, span: Span) {
        let action = match word.text.as_str() {
            "gbarrier" => Action::Barrier(SyncScope::Global),
            "lbarrier" => Action::Barrier(SyncScope::Local),
            "nop" => Action::Nop,
            other => {
                let message = format!("unknown statement `... {other}`");
                let diagnostic = Diagnostic::error("lp::loopy::syntax", message).at(word.span, "");
                let help = "the special statements are `gbarrier`, `lbarrier` and `nop`";
                return self.errors.push(diagnostic.help(help));
            }
        };
        self.push(action, options, span);
    }

    fn rule(&mut self, head: Expr, body: Expr, span: Span) {
        let plain = |expr: &Expr| match &expr.kind {
            ExprKind::Name(text) if !text.contains('$') => Some(Word { text: text.clone(), span: expr.span }),
            _ => None,
        };
        let parts = match &head.kind {
            ExprKind::Call(name, params) => {
                plain(name).zip(params.iter().map(plain).collect::<Option<Vec<Word>>>())
            }
            _ => plain(&head).map(|name| (name, Vec::new())),
        };
        let Some((name, params)) = parts else {
            let message = "the left side of `:=` is a name, or a name with parameters";
            return self.fail("lp::loopy::rule", message, head.span);
        };
        if let Some(first) = self.program.rules.iter().find(|rule| rule.name.text == name.text) {
            let message = format!("rule `{}` is defined twice", name.text);
            let diagnostic = Diagnostic::error("lp::loopy::rule", message).at(name.span, "");
            return self.errors.push(diagnostic.at(first.name.span, "first definition"));
        }
        for (at, param) in params.iter().enumerate() {
            if params.iter().take(at).any(|other| other.text == param.text) {
                let message = format!("parameter `{}` occurs twice", param.text);
                self.errors.push(Diagnostic::error("lp::loopy::rule", message).at(param.span, ""));
            }
        }
        self.program.rules.push(RuleText { name, params, body, span });
    }

    fn assign(&mut self, mut targets: Vec<Target>, value: Expr, options: Option<Raw<'s>>, span: Span) {
        if targets.len() > 1 && has_several_results(&value) {
            return self.with_several_results(targets, &value, options, span);
        }
        if is_kernel_call(&targets, &value) {
            return self.push(Action::Call(targets, value), options, span);
        }
        match (targets.pop(), targets.first()) {
            (Some(target), None) => self.push(Action::Assign(target, value), options, span),
            (last, Some(first)) => {
                let to = last.map_or(first.expr.span, |last| last.expr.span);
                let message = "a statement with several targets is not supported";
                let diagnostic = Diagnostic::error("lp::loopy::unsupported", message);
                let help = "write one statement a target";
                self.errors.push(diagnostic.at(first.expr.span.cover(to), "").help(help));
            }
            (None, None) => {}
        }
    }

    /// `m, k = argmax(i, x[i], i)` and its like: several statements that come one after the other.
    fn with_several_results(
        &mut self,
        targets: Vec<Target>,
        value: &Expr,
        options: Option<Raw<'s>>,
        span: Span,
    ) {
        let own = options.map(|raw| options::parse(raw, self.source, false, self.errors)).unwrap_or_default();
        let number = self.program.items.len();
        let id =
            |base: String| own.id.clone().unwrap_or_else(|| Word { text: format!("{base}_{number}"), span });
        let parts = if let Some(values) = tuple::values(value) {
            tuple::parts(targets, values, value, &id("tuple".to_owned()))
        } else {
            // A tuple has any number of results, the reductions that are left have two.
            let Ok([first, second]) = <[Target; 2]>::try_from(targets) else {
                let message = "a reduction with an index has two results";
                return self.fail("lp::loopy::reduction", message, value.span);
            };
            if let Some(operation) = extremum::operation(value) {
                extremum::parts(operation, first, second, value, &id(format!("arg{operation}")))
            } else if let Some(operation) = segmented::operation(value) {
                let id = id("segmented".to_owned());
                segmented::parts(&operation, first, &second, value, &id).map(Vec::from)
            } else {
                return;
            }
        };
        let parts: Vec<Part> = match parts {
            Ok(parts) => parts,
            Err(problem) => return self.errors.push(problem),
        };
        for part in parts {
            let mut context = inherit(&self.context, &own);
            context.deps.extend(part.after);
            context.beside = part.beside;
            let own = Options { id: Some(part.id), ..own.clone() };
            self.program.items.push(Item {
                action: Action::Assign(part.target, part.value),
                context,
                own,
                span,
            });
        }
    }

    fn bare(&mut self, span: Span) {
        let diagnostic = Diagnostic::error("lp::loopy::unsupported", "a statement that assigns nothing");
        let help = "a statement is `target = value`; calls without a result are not supported";
        self.errors.push(diagnostic.at(span, "").help(help));
    }
}

fn has_several_results(value: &Expr) -> bool {
    tuple::values(value).is_some()
        || extremum::operation(value).is_some()
        || segmented::operation(value).is_some()
}

/// The context that options make of another: dependencies and conditions add up, the rest replaces.
fn inherit(outer: &Context, options: &Options) -> Context {
    let mut context = outer.clone();
    context.deps.extend(options.deps.iter().cloned());
    context.deps_final |= options.deps_final;
    context.dep_queries.extend(options.dep_queries.iter().cloned());
    context.predicates.extend(options.predicates.iter().cloned().map(Predicate::Option));
    if let Some((inames, fixed)) = &options.inames {
        context.inames.clone_from(inames);
        context.inames_final = *fixed;
        context.inames_exact = *fixed;
    }
    if options.id_prefix.is_some() {
        context.id_prefix.clone_from(&options.id_prefix);
    }
    let replace = |slot: &mut Vec<Word>, new: &Option<Vec<Word>>| {
        if let Some(words) = new {
            slot.clone_from(words);
        }
    };
    replace(&mut context.tags, &options.tags);
    replace(&mut context.groups, &options.groups);
    replace(&mut context.conflicts, &options.conflicts);
    context
}
