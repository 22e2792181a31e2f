use crate::rewrite::{
    Change, all_or_none, change_loops, change_statements, iname, inames, located, merge_domains,
};
use crate::rewrite::{new_name, parameters, require_untagged, users};
use diag::Diagnostic;
use ir::{Iname, Kernel};
use pass::{Applied, InameName, NewName, Refusal, Rewrite, Text, Transform};
use poly::{Aff, Constraint, Name, Set};
use std::collections::BTreeMap;

/// Replaces loops by others through an affine map: skewing, reversal, and other changes of coordinates.
///
/// The map must relate each point of the old loops with exactly one of the new ones and the other way round.
/// Refused where it does not, and where a statement uses some of the old loops but not all. After all steps
/// the checker refuses an order that would change which value a read gets.
///
/// ```lpir
/// # RUN: map_domain("{ [t, x] -> [t2, y] : t2 = t and y = x + t }")
/// lpir 1
///
/// kernel @wave {
///   arg n : i32
///   arg u : f64[n, n] layout(c) inout
///   domain [n] -> { [t, x] : 1 <= t < n and 0 <= x < n }
///   iname t
///   iname x
///   s: u[t, x] = 2.0*u[t - 1, x]  in(t, x) time(t, x)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @wave {
///   arg n : i32
///   arg u : f64[n, n] layout(c) inout
///   domain [n] -> { [t2, y] : 1 <= t2 < n and t2 <= y < n + t2 }
///   iname t2
///   iname y
///   s: u[t2, y - t2] = 2.0d*u[t2 - 1, y - t2]  in(t2, y)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct MapDomain {
    /// The map, `{ [i, j] -> [p, q] : p = i + j and q = j }`; parameters of the kernel may occur.
    pub map: Text,
}

impl Rewrite for MapDomain {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let Relation { old, new, set } = self.relation()?;
        let old_names = inames(kernel, &old)?;
        for name in &old {
            require_untagged(name, iname(kernel, name)?, "mapped")?;
        }
        for name in &new {
            new_name(kernel, Some(name), name)?;
        }
        let new_names: Vec<Name> = new.into_iter().map(|name| name.name).collect();
        self.check_parameters(kernel, &set)?;
        let mut changed = kernel.clone();
        let selected = users(&changed, &old_names);
        all_or_none(&changed, &selected, &old_names)?;
        let home = merge_domains(&mut changed, &old_names)?;
        if let Some(domain) = changed.domains.get(home) {
            self.check_total(&set, &domain.set.intersect(&changed.assumptions)?, &old_names)?;
        }
        let change = self.change(&set, old_names, new_names)?;
        change_statements(&mut changed, &selected, &change)?;
        let plain: Vec<(Name, Iname)> =
            change.new.iter().map(|name| (name.clone(), Iname::default())).collect();
        change_loops(&mut changed, &change, &plain)?;
        Ok(changed.into())
    }
}

/// A map as the set of the pairs that it relates.
struct Relation {
    old: Vec<InameName>,
    new: Vec<NewName>,
    set: Set,
}

impl MapDomain {
    fn refuse(&self, code: diag::Code, message: impl Into<String>) -> Refusal {
        Diagnostic::error(code, message).at_entity(None, self.map.origin, "").into()
    }

    fn relation(&self) -> Result<Relation, Refusal> {
        let Some((joined, split)) = join_tuples(&self.map) else {
            let refusal = self.refuse("lp::map::syntax", "this is no map");
            let help = "write `{ [i, j] -> [p, q] : p = i + j and q = j }`";
            return Err(refusal.0.into_iter().map(|problem| problem.help(help)).collect::<Vec<_>>().into());
        };
        let set = ir::text::parse_set(&joined)
            .map_err(|errors| Refusal(errors.into_iter().map(|error| located(error, &self.map)).collect()))?;
        let (old, new) = set.dims().split_at_checked(split).unwrap_or((set.dims(), &[]));
        let origin = self.map.origin;
        let old = old.iter().map(|name| InameName { name: name.clone(), origin }).collect();
        let new = new.iter().map(|name| NewName { name: name.clone(), origin }).collect();
        Ok(Relation { old, new, set })
    }

    fn check_parameters(&self, kernel: &Kernel, set: &Set) -> Result<(), Refusal> {
        let known = parameters(kernel);
        match set.params().iter().find(|name| !known.contains(*name)) {
            Some(name) => {
                Err(self.refuse("lp::map::parameter", format!("`{name}` is no parameter of the kernel")))
            }
            None => Ok(()),
        }
    }

    /// Every point of the old loops needs an image.
    fn check_total(&self, set: &Set, domain: &Set, old: &[Name]) -> Result<(), Refusal> {
        let others: Vec<Name> = domain.dims().iter().filter(|dim| !old.contains(dim)).cloned().collect();
        let points = domain.dims_to_params(&others)?;
        if points.is_subset(&set.project_onto(old)?.add_params(&others)?)? {
            Ok(())
        } else {
            Err(self.refuse("lp::map::partial", "some points of the loops have no image"))
        }
    }

    fn change(&self, set: &Set, old: Vec<Name>, new: Vec<Name>) -> Result<Change, Refusal> {
        self.check_single(set, &new)?;
        self.check_single(set, &old)?;
        let mut values = BTreeMap::new();
        for name in &old {
            values.insert(name.clone(), self.value(set, name, &new)?);
        }
        let image = set.substitute_all(&values)?;
        let bounds: Vec<Constraint> = match image.pieces()?.as_slice() {
            [only] => only.clone(),
            _ => return Err(self.refuse("lp::map::piecewise", "the image of the map is a union of sets")),
        };
        Ok(Change { old, new, values, bounds })
    }

    /// Two pairs of the map that agree on all other names agree on these.
    fn check_single(&self, set: &Set, names: &[Name]) -> Result<(), Refusal> {
        let taken = |text: &str| set.has_dim(text) || set.has_param(text);
        let pairs: Vec<(Name, Name)> =
            names.iter().map(|name| (name.clone(), ir::fresh(&format!("{name}_other"), taken))).collect();
        let both = set.intersect(&set.rename(&pairs)?)?;
        for (name, other) in pairs {
            let equal = Constraint::eq(&Aff::dim(&name), &Aff::dim(&other)).ok_or(poly::Error::Overflow)?;
            if !both.is_subset(&both.add_constraints(&[equal])?)? {
                let message = format!("the map allows more than one value of `{name}` for some points");
                return Err(self.refuse("lp::map::not-bijective", message));
            }
        }
        Ok(())
    }

    /// The only value of one name as a function of others.
    fn value(&self, set: &Set, name: &Name, others: &[Name]) -> Result<Aff, Refusal> {
        let columns = [std::slice::from_ref(name), others].concat();
        let fibre = set.project_onto(&columns)?.dims_to_params(others)?;
        match fibre.max_aff(&Aff::dim(name))?.as_slice() {
            [(_, value)] => Ok(value.clone()),
            _ => {
                let message = format!("the inverse of the map gives `{name}` in several pieces");
                Err(self.refuse("lp::map::piecewise", message))
            }
        }
    }
}

/// `[i, j] -> [p, q]` as one tuple of the same length, so that places in the text stay right, and the number
/// of names in the first.
fn join_tuples(text: &str) -> Option<(String, usize)> {
    let body = text.find('{')?;
    let close = body + text.get(body..)?.find(']')?;
    let after = text.get(close + 1..)?;
    let open = close + 1 + after.find('[')?;
    if text.get(close + 1..open)?.trim() != "->" {
        return None;
    }
    let first = text.get(body..close)?;
    let joined = format!("{},{}{}", text.get(..close)?, " ".repeat(open - close), text.get(open + 1..)?);
    Some((joined, first.split(',').count()))
}
