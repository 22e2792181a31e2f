use crate::rewrite::{inames, new_rule_name, reduced_points, select_statements};
use diag::Diagnostic;
use ir::{Expr, Kernel, Node, Rule, walk};
use pass::{Applied, InameName, NewName, Refusal, Rewrite, Selector, Transform};
use poly::{Error, Name};

/// Makes a rule of what a reduction reduces.
///
/// The rule takes the inames of the reduction as parameters, so that `precompute` can store what it stands
/// for; those on which the range of a reduction inside depends it mentions instead. Reductions over the same
/// inames of the same expression share a rule; each other one gets its own.
///
/// ```lpir
/// # RUN: reduction_arg_to_subst_rule("k", subst_rule_name="term")
/// lpir 1
///
/// kernel @sums {
///   arg n : i32
///   arg x : f64[n] in
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [k] : 0 <= k < n }
///   iname i
///   iname k
///   s: a[i] = sum(k, x[k]*x[i])  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @sums {
///   arg n : i32
///   arg x : f64[n] in
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [k] : 0 <= k < n }
///   iname i
///   iname k
///   rule term(k_0) := x[k_0]*x[i]
///   s: a[i] = sum(k, term(k))  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules")]
pub struct ReductionArgToSubstRule {
    /// The inames of the reduction, all of them.
    pub inames: Vec<InameName>,
    /// Only in the statements that this matches.
    #[arg(default = None)]
    pub insn_match: Option<Selector>,
    /// Name of the rule; `red_k_arg` unless given.
    #[arg(default = None)]
    pub subst_rule_name: Option<NewName>,
}

impl Rewrite for ReductionArgToSubstRule {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let wanted = inames(kernel, &self.inames)?;
        let joined = wanted.iter().map(Name::as_str).collect::<Vec<_>>().join("_");
        let base = format!("red_{joined}_arg");
        let first = new_rule_name(kernel, self.subst_rule_name.as_ref(), &base)?;
        let mut changed = kernel.clone();
        let mut making = Making { kernel: kernel.clone(), wanted, first, made: Vec::new(), failed: None };
        for id in select_statements(kernel, self.insn_match.as_ref())? {
            if let Some(statement) = changed.statements.get_mut(&id) {
                let (loc, origin) = (statement.loc.clone(), statement.origin);
                *statement = statement.map_exprs(&mut |expr| making.expr(expr));
                if let Some(failed) = making.failed.take() {
                    return Err(failed.into());
                }
                for (_, name, rule) in &making.made {
                    let rule = || Rule { loc: loc.clone(), origin, ..rule.clone() };
                    changed.rules.entry(name.clone()).or_insert_with(rule);
                }
            }
        }
        if making.made.is_empty() {
            let origin = self.inames.first().map(|iname| iname.origin).unwrap_or_default();
            let problem = Refusal::empty("no statement reduces over these inames alone");
            return Err(Diagnostic::at_entity(problem, None, origin, "").into());
        }
        Ok(changed.into())
    }
}

struct Making {
    kernel: Kernel,
    wanted: Vec<Name>,
    first: Name,
    /// What was reduced, and the rule for it.
    made: Vec<(Expr, Name, Rule)>,
    failed: Option<Error>,
}

impl Making {
    fn expr(&mut self, expr: &Expr) -> Expr {
        let inner = walk::map_children(expr, &mut |child| self.expr(child));
        let Node::Reduce { op, inames, over, body } = inner.node() else { return inner };
        if inames.len() != self.wanted.len() || !inames.iter().all(|iname| self.wanted.contains(iname)) {
            return inner;
        }
        let nested = walk::reduction_inames(body);
        let range = match reduced_points(&self.kernel, &nested, inames) {
            Ok(range) => range,
            Err(error) => {
                self.failed = Some(error);
                return inner;
            }
        };
        let formal: Vec<Name> = inames.iter().filter(|iname| !range.has_param(iname)).cloned().collect();
        let args = formal.iter().map(|iname| Expr::var(iname.clone())).collect();
        let body = Expr::new(Node::Rule { name: self.rule(&formal, body), tag: None, args });
        Expr::new(Node::Reduce { op: op.clone(), inames: inames.clone(), over: over.clone(), body })
    }

    fn rule(&mut self, inames: &[Name], body: &Expr) -> Name {
        if let Some((_, name, _)) = self.made.iter().find(|(known, ..)| known == body) {
            return name.clone();
        }
        let made: Vec<Name> = self.made.iter().map(|(_, name, _)| name.clone()).collect();
        let mut params: Vec<Name> = Vec::new();
        for iname in inames {
            params.push(ir::fresh(iname, |name| {
                self.kernel.is_taken(name) || params.iter().any(|other| other == name)
            }));
        }
        let formal = |name: &Name| {
            let at = inames.iter().position(|iname| iname == name)?;
            params.get(at).map(|param| Expr::var(param.clone()))
        };
        let rule = Rule {
            body: walk::substitute(body, &formal),
            params: params.clone(),
            loc: None,
            origin: diag::Origin::default(),
        };
        let taken = |name: &str| self.kernel.is_taken(name) || made.iter().any(|other| other == name);
        let name = if made.is_empty() { self.first.clone() } else { ir::fresh(&self.first, taken) };
        self.made.push((body.clone(), name.clone(), rule));
        name
    }
}
