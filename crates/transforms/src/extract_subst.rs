//! Substitution rules from expressions.

use crate::rewrite::new_rule_name;
use crate::rules::unify::{Bindings, Template, unify};
use crate::rules::{self, Action, Rewriter, Site};
use diag::{Diagnostic, Origin};
use ir::matching::StackMatch;
use ir::{Expr, IndexMap, IndexSet, Kernel, Name, Node, Rule, conversions, fresh, typing, walk};
use pass::{Applied, NewName, Refusal, Rewrite, StackSelector, Text, Transform};
use poly::Aff;

/// Makes a substitution rule of all expressions that have the form of a template.
///
/// In the template the parameters, and each `*` in place of an operand, stand for any expression, everything
/// else for itself. The operands of a sum or product of two, the first two of a longer one, and all of those
/// in subscripts match in either order; any order matches where the kernel allows floating-point operations
/// to be reassociated. `alpha*b[i1,i2]` is in `alpha*b[k,j]*a[i,k]` too, as what its first operands make is
/// computed first. Right-hand sides, conditions, subscripts on the left, and the bodies of rules are
/// searched.
///
/// Refused where nothing has the form, where something has it in two ways, and where a name in the template
/// is neither known nor a parameter.
///
/// ```lpir
/// # RUN: extract_subst("bsquare", "alpha*b[i]**2", parameters="alpha")
/// lpir 1
///
/// kernel @squares {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] in
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 23*b[i]**2 + 25*b[i]**2  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @squares {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] in
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   rule bsquare(alpha) := alpha*b[i]**2
///   s: a[i] = bsquare(23) + bsquare(25)  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules")]
pub struct ExtractSubst {
    /// Name of the rule.
    pub subst_name: NewName,
    /// The form, such as `a[i1, i2]`.
    pub template: Text,
    /// Names in the template that stand for any expression; they become the rule's arguments.
    #[arg(default = "()")]
    pub parameters: Vec<NewName>,
    /// Where to search; everywhere by default.
    #[arg(default = None)]
    pub within: Option<StackSelector>,
}

impl Rewrite for ExtractSubst {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let name = new_rule_name(kernel, Some(&self.subst_name), &self.subst_name.name)?;
        let template = self.template(kernel)?;
        let rule = Rule {
            params: template.params.clone(),
            body: template.pattern.clone(),
            loc: None,
            origin: Origin::default(),
        };
        let mut extractor = Extractor {
            kernel,
            template: &template,
            name: &name,
            within: self.within.as_deref(),
            call: self,
            found: 0,
            forms: Vec::new(),
        };
        let mut result = rules::rewrite(kernel, IndexMap::from_iter([(name.clone(), rule)]), &mut extractor)?;
        if extractor.found == 0 {
            return Err(self.nothing(kernel, &template));
        }
        if let (Some(form), Some(rule)) = (extractor.only_form()?, result.rules.get_mut(&name)) {
            rule.body = form;
        }
        Ok(result.into())
    }
}

impl ExtractSubst {
    /// The form; each wildcard becomes a parameter.
    fn template(&self, kernel: &Kernel) -> Result<Template, Refusal> {
        let mut params: Vec<Name> = self.parameters.iter().map(|param| param.name.clone()).collect();
        let mut text = self.template.clone();
        while let Some(at) = wildcard(&text) {
            let name = fresh("any", |name| params.iter().any(|param| param == name) || kernel.is_taken(name));
            text.text.replace_range(at..=at, &name);
            params.push(name);
        }
        let pattern = with_provenance(kernel, &rules::expression(kernel, &text)?);
        self.check_names(kernel, &pattern, &params)?;
        Ok(Template { pattern, params, reassociate: kernel.reassociate })
    }

    fn check_names(&self, kernel: &Kernel, pattern: &Expr, params: &[Name]) -> Result<(), Refusal> {
        let mut problems = Vec::new();
        let mut refuse = |message: String, help: Option<String>| {
            let problem = Diagnostic::error("lp::extract-subst::template", message).at_entity(
                None,
                self.template.origin,
                "",
            );
            problems.push(match help {
                Some(help) => problem.help(help),
                None => problem,
            });
        };
        if pattern.as_var().is_some_and(|name| params.contains(name)) {
            refuse("a template that is only a parameter matches everything".to_owned(), None);
        }
        let mentioned = walk::names(pattern);
        for name in mentioned.iter().filter(|name| !params.contains(name) && !kernel.is_taken(name)) {
            let known = kernel.args.keys().chain(kernel.temps.keys()).chain(kernel.inames.keys());
            let help = diag::nearest(name, known.map(Name::as_str)).map_or_else(
                || format!("list `{name}` in `parameters` if it stands for any expression"),
                |near| format!("did you mean `{near}`?"),
            );
            refuse(format!("nothing is named `{name}`, and it is no parameter"), Some(help));
        }
        for param in params.iter().filter(|param| !mentioned.contains(*param)) {
            refuse(format!("parameter `{param}` does not occur in the template"), None);
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
    }

    /// Nothing was found: shows what comes nearest.
    fn nothing(&self, kernel: &Kernel, template: &Template) -> Refusal {
        let message = format!("nothing has the form `{}`", self.template.trim());
        let mut problem = Refusal::empty(message).at_entity(None, self.template.origin, "");
        for note in similar(kernel, template).into_iter().take(6) {
            problem = problem.note(note);
        }
        problem.into()
    }
}

/// Where a `*` stands in place of an operand.
fn wildcard(text: &str) -> Option<usize> {
    let mut before = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '*' && before.is_none_or(|c: char| "[(,+-*/%".contains(c)) {
            let after = letters.clone().map(|(_, c)| c).find(|c| !c.is_whitespace());
            // Of `**` neither star is an operand.
            if before != Some('*')
                && after.is_none_or(|c| "]),+-/%*".contains(c))
                && letters.peek().is_none_or(|(_, c)| *c != '*')
            {
                return Some(at);
            }
        }
        if !letter.is_whitespace() {
            before = Some(letter);
        }
    }
    None
}

/// A template whose reductions have the provenance of those over the same inames in the kernel: inames are
/// all that a user needs to name.
fn with_provenance(kernel: &Kernel, template: &Expr) -> Expr {
    let changed = walk::map_children(template, &mut |child| with_provenance(kernel, child));
    let Node::Reduce { op, inames, over, body } = changed.node() else { return changed };
    if over.is_some() {
        return changed;
    }
    let bodies = kernel.rules.values().map(|rule| &rule.body);
    let mut told = kernel
        .statements
        .values()
        .flat_map(ir::Statement::expressions)
        .chain(bodies)
        .filter_map(|e| provenance(e, inames));
    let over = told.next().unwrap_or_default();
    Expr::new(Node::Reduce { op: op.clone(), inames: inames.clone(), over, body: body.clone() })
}

/// The provenance of the first reduction over these inames.
fn provenance(expr: &Expr, inames: &[Name]) -> Option<Option<Vec<(Name, Aff)>>> {
    match expr.node() {
        Node::Reduce { inames: own, over, .. } if own == inames => Some(over.clone()),
        _ => walk::children(expr).into_iter().find_map(|child| provenance(child, inames)),
    }
}

/// Expressions that have the template's form but are not selected, that have it in another order of
/// operations, or that read the same arrays.
fn similar(kernel: &Kernel, template: &Template) -> IndexSet<String> {
    let arrays = walk::names(&template.pattern);
    let any_order = Template { reassociate: true, ..template.clone() };
    let has_form = |template: &Template, e: &Expr| unify(template, e).is_some_and(|ways| !ways.is_empty());
    let mut found = IndexSet::default();
    let bodies = kernel.rules.values().map(|rule| &rule.body);
    for expr in kernel.statements.values().flat_map(ir::Statement::expressions).chain(bodies) {
        walk::visit(expr, &mut |e| {
            if has_form(template, e) {
                found.insert(format!("`{e}` has it, but `within` does not select it"));
            } else if has_form(&any_order, e) {
                found.insert(format!(
                    "`{e}` has it in another order of operations, which `reassociate` would allow"
                ));
            } else if matches!(e.node(), Node::Load { array, .. } if arrays.contains(array)) {
                found.insert(format!("there is `{e}`"));
            }
        });
    }
    found
}

struct Extractor<'a> {
    kernel: &'a Kernel,
    template: &'a Template,
    name: &'a Name,
    within: Option<&'a StackMatch>,
    call: &'a ExtractSubst,
    found: usize,
    /// For each instance, the forms of the template with the conversions that it may have.
    forms: Vec<Vec<Expr>>,
}

impl Rewriter for Extractor<'_> {
    fn action(&mut self, expr: &Expr, site: &Site) -> Result<Action, Refusal> {
        if !site.is_within(self.kernel, self.within) {
            return Ok(Action::Descend);
        }
        let Some(ways) = unify(self.template, expr) else {
            return Err(self.refuse(format!("`{expr}` is too large to compare with the template"), site));
        };
        match ways.as_slice() {
            [] => Ok(self.first_operands(expr, site)),
            [bindings] => {
                if let Some((param, iname)) = self.captured(bindings) {
                    return Err(self.reduced(expr, param, iname, site));
                }
                self.found += 1;
                let actuals = self.actuals(bindings);
                self.note_form(expr, &actuals, site);
                Ok(Action::Invoke(self.name.clone(), actuals))
            }
            [one, two, ..] => Err(self.ambiguous(expr, [one, two], site)),
        }
    }
}

impl Extractor<'_> {
    fn actuals(&self, bindings: &Bindings) -> Vec<Expr> {
        let actual = |param: &Name| bindings.get(param).cloned().unwrap_or_else(|| Expr::from(param));
        self.template.params.iter().map(actual).collect()
    }

    /// A parameter that stands for something in an iname which only a reduction of the template has values
    /// for, and that iname.
    fn captured<'b>(&self, bindings: &'b Bindings) -> Option<(&'b Name, Name)> {
        let reduced = walk::reduction_inames(&self.template.pattern);
        bindings.iter().find_map(|(param, value)| {
            let free = walk::names(value);
            let own = walk::reduction_inames(value);
            let iname = reduced.iter().find(|iname| free.contains(*iname) && !own.contains(iname))?;
            Some((param, iname.clone()))
        })
    }

    fn reduced(&self, expr: &Expr, param: &Name, iname: Name, site: &Site) -> Refusal {
        let message = format!(
            "`{param}` would stand for what `{iname}` is in, but `{iname}` has values only inside of the reduction `{}`",
            site.resolve(expr)
        );
        let mut refusal = self.refuse(message, site);
        for problem in &mut refusal.0 {
            problem.help = Some(format!(
                "write in the template what depends on `{iname}`; `reduction_arg_to_subst_rule` makes a rule of what is reduced"
            ));
        }
        refusal
    }

    /// The first operands of a longer sum or product, where they have the form in one way.
    fn first_operands(&mut self, expr: &Expr, site: &Site) -> Action {
        let (first, count) = match (self.template.pattern.node(), expr.node()) {
            (Node::Sum(form), Node::Sum(all)) => {
                (all.get(..form.len()).map(|part| Expr::sum(part.to_vec())), form.len())
            }
            (Node::Product(form), Node::Product(all)) => {
                (all.get(..form.len()).map(|part| Expr::product(part.to_vec())), form.len())
            }
            _ => return Action::Descend,
        };
        let ways = first.and_then(|first| unify(self.template, &first)).unwrap_or_default();
        let [bindings] = ways.as_slice() else { return Action::Descend };
        if self.captured(bindings).is_some() {
            return Action::Descend;
        }
        self.found += 1;
        let actuals = self.actuals(bindings);
        self.note_form(expr, &actuals, site);
        Action::InvokeFirst(count, self.name.clone(), actuals)
    }

    /// Remembers the template as it is computed at an instance: in the type of the operation that it is, or
    /// is a part of.
    fn note_form(&mut self, expr: &Expr, actuals: &[Expr], site: &Site) {
        let Ok(ty) = typing::type_of(self.kernel, &site.resolve(expr)) else { return };
        let actuals: Vec<Expr> = actuals.iter().map(|actual| site.resolve(actual)).collect();
        let rule = Rule {
            params: self.template.params.clone(),
            body: self.template.pattern.clone(),
            loc: None,
            origin: Origin::default(),
        };
        let forms = conversions::bodies_in(self.kernel, &rule, &actuals, ty.scalar());
        self.forms.extend(Some(forms).filter(|forms| !forms.is_empty()));
    }

    /// What the rule stands for, if types are known; instances that are computed in several types are no one
    /// rule.
    fn only_form(&self) -> Result<Option<Expr>, Refusal> {
        let Some((first, others)) = self.forms.split_first() else { return Ok(None) };
        let fits_all = |form: &&Expr| others.iter().all(|forms| forms.contains(*form));
        if let Some(form) = first.iter().find(fits_all) {
            return Ok(Some(form.clone()));
        }
        let message = "what has the form of the template is computed in several types";
        let mut error = Diagnostic::error("lp::extract-subst::types", message);
        error = error.at_entity(None, self.call.template.origin, "");
        let shown: IndexSet<&Expr> = self.forms.iter().filter_map(|forms| forms.first()).collect();
        let shown: Vec<String> = shown.iter().map(|form| format!("`{form}`")).collect();
        error = error.note(format!("it is {}", shown.join(" and ")));
        Err(error.help("select those of one type with `within`, and make a rule for each type").into())
    }

    fn ambiguous(&self, expr: &Expr, ways: [&Bindings; 2], site: &Site) -> Refusal {
        let shown = ways.map(|way| {
            let pairs: Vec<String> =
                way.iter().map(|(param, e)| format!("{param} = {}", site.resolve(e))).collect();
            pairs.join(", ")
        });
        let message = format!("`{}` has the form of the template in two ways", site.resolve(expr));
        let mut refusal = self.refuse(message, site);
        for problem in &mut refusal.0 {
            problem.notes.extend(shown.iter().map(|way| format!("one is {way}")));
        }
        refusal
    }

    fn refuse(&self, message: String, site: &Site) -> Refusal {
        let mut problem = Diagnostic::error("lp::extract-subst::ambiguous", message).at_entity(
            None,
            self.call.template.origin,
            "",
        );
        if let Some(statement) = self.kernel.statements.get(&site.statement) {
            problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "here");
        }
        problem.into()
    }
}
