use crate::rewrite::{iname, reduced_inames};
use diag::Diagnostic;
use ir::{Domain, Kernel, Statement, affine};
use pass::{Applied, InameName, Refusal, Rewrite, Transform};
use poly::{Aff, Constraint, Error, Name, Set};

/// Makes bounds of a loop that depend on other loops conditions of its statements.
///
/// The loop then runs over all values that it has for any iteration of the others, so a triangle becomes a
/// square of which one half does nothing.
///
/// Refused where the domain is a union or has no bounds without the other loops, where a statement is not in
/// all loops that the bounds depend on, and where one reduces over the loop.
///
/// ```lpir
/// # RUN: make_rectangular("j")
/// lpir 1
///
/// kernel @lower {
///   arg n : i32
///   arg a : f64[n, n] layout(c) inout
///   domain [n] -> { [i] : 0 <= i < n }
///   domain in 0 [i] -> { [j] : 0 <= j <= i }
///   iname i
///   iname j
///   s: a[i, j] = 2.0*a[i, j]  in(i, j)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @lower {
///   arg n : i32
///   arg a : f64[n, n] layout(c) inout
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [j] : 0 <= j < n }
///   iname i
///   iname j
///   s: a[i, j] = 2.0d*a[i, j]  in(i, j) if(j <= i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct MakeRectangular {
    /// The loop.
    pub iname: InameName,
}

impl Rewrite for MakeRectangular {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        iname(kernel, &self.iname)?;
        let home = kernel.home(&self.iname.name);
        let Some((home, domain)) = home.and_then(|home| Some((home, kernel.domains.get(home)?))) else {
            return Ok(kernel.clone().into());
        };
        let Some(piece) = domain.set.conjunction() else {
            return Err(self.refuse_bounds("is a union of sets"));
        };
        let (moved, mut kept): (Vec<Constraint>, Vec<Constraint>) =
            piece.iter().cloned().partition(|constraint| relates(kernel, &self.iname.name, constraint));
        if moved.is_empty() {
            return Ok(kernel.clone().into());
        }
        kept.extend(self.enclosing_bounds(kernel)?);
        let set = Set::from_constraints(&[], domain.set.dims(), &kept)?;
        let mut changed = kernel.clone();
        let parent = changed.innermost_home(set.params());
        if let Some(own) = changed.domains.get_mut(home) {
            *own = Domain { set, parent };
        }
        for (id, statement) in &mut changed.statements {
            self.check_not_reduced(kernel, id, statement)?;
            if statement.inames.contains(&self.iname.name) {
                self.check_loops(kernel, id, statement, &moved)?;
                // What the other conditions read may be there only where the bounds hold.
                statement.predicates.splice(0..0, moved.iter().map(affine::from_constraint));
            }
        }
        Ok(changed.into())
    }
}

impl MakeRectangular {
    /// Bounds that hold in all iterations of the other loops.
    fn enclosing_bounds(&self, kernel: &Kernel) -> Result<Vec<Constraint>, Refusal> {
        let name = &self.iname.name;
        let values = kernel.domain_of(std::slice::from_ref(name))?;
        let (lower, upper) = (values.lower_bounds(name)?, values.upper_bounds(name)?);
        if lower.is_empty() || upper.is_empty() {
            return Err(self.refuse_bounds("has no bounds without the other loops"));
        }
        let own = Aff::dim(name);
        let least = lower.iter().map(|bound| Constraint::ge(&own, bound));
        let greatest = upper.iter().map(|bound| Constraint::le(&own, bound));
        Ok(least.chain(greatest).collect::<Option<_>>().ok_or(Error::Overflow)?)
    }

    fn check_not_reduced(&self, kernel: &Kernel, id: &Name, statement: &Statement) -> Result<(), Refusal> {
        if !reduced_inames(kernel, statement).contains(&self.iname.name) {
            return Ok(());
        }
        let message =
            format!("statement `{id}` reduces over `{}`, and a reduction has no conditions", self.iname.name);
        let problem = Diagnostic::error("lp::iname::reduced", message);
        let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"));
        Err(problem.help("`realize_reduction()` makes statements of it").into())
    }

    fn check_loops(
        &self,
        kernel: &Kernel,
        id: &Name,
        statement: &Statement,
        moved: &[Constraint],
    ) -> Result<(), Refusal> {
        let needed = moved.iter().flat_map(|constraint| others(kernel, &self.iname.name, constraint));
        let Some(missing) = needed.into_iter().find(|other| !statement.inames.contains(other)) else {
            return Ok(());
        };
        let name = &self.iname.name;
        let message = format!(
            "statement `{id}` is in loop `{name}`, and not in `{missing}`, on which its bounds depend"
        );
        let problem = Diagnostic::error("lp::rectangular::outside", message);
        let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"));
        Err(problem
            .help(format!("give it a loop of its own: `duplicate_inames(\"{name}\", within=\"id:{id}\")`"))
            .into())
    }

    fn refuse_bounds(&self, what: &str) -> Refusal {
        let message = format!("the domain of loop `{}` {what}", self.iname.name);
        let problem = Diagnostic::error("lp::rectangular::bounds", message);
        problem.at_entity(None, self.iname.origin, "").help("leave the loop as it is, or bound it").into()
    }
}

/// Whether bounds of a loop depend on other loops.
pub(crate) fn has_dependent_bounds(kernel: &Kernel, name: &Name) -> bool {
    let domain = kernel.home(name).and_then(|home| kernel.domains.get(home));
    let bounds = domain.and_then(|domain| domain.set.conjunction());
    bounds.is_some_and(|bounds| bounds.iter().any(|bound| relates(kernel, name, bound)))
}

/// Whether a constraint relates a loop to another one.
fn relates(kernel: &Kernel, name: &Name, constraint: &Constraint) -> bool {
    constraint.aff.names().contains(name) && others(kernel, name, constraint).next().is_some()
}

/// The other loops that a constraint mentions.
fn others<'a>(
    kernel: &'a Kernel,
    name: &'a Name,
    constraint: &Constraint,
) -> impl Iterator<Item = Name> + use<'a> {
    let names = constraint.aff.names();
    names.into_iter().filter(move |other| other != name && kernel.inames.contains_key(other))
}
