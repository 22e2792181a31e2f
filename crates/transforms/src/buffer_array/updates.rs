//! A buffer for elements that statements read and write: they are fetched, used in place of the array, and
//! stored back.
//!
//! `precompute` plans fetch and storage as for a rule that only reads the array. So that it does, the writes
//! are hidden from it: they go into a variable that nothing reads, and a statement beside each one reads what
//! it writes, which tells where that lies in the buffer.

use super::{BufferArray, is_used};
use crate::rewrite::{InameCopy, copy_loops, remove_statement, rules_of, served_statements};
use diag::{Diagnostic, Origin};
use ir::{
    Access, ArgKind, Expr, Fetch, InameTag, Kernel, LValue, Name, Node, Provenance, Rule, Statement,
    StatementKind, Temp, typing, walk,
};
use pass::{InameName, Refusal, Rewrite};

/// Lets the statements work in a buffer.
pub(super) fn buffer(call: &BufferArray, kernel: &Kernel, users: &[Name]) -> Result<Kernel, Refusal> {
    if let Some(text) = call.init_expression.as_ref().filter(|text| text.trim() != "base") {
        return Err(call.other_sum(text));
    }
    let mut work = Work { call, kernel: kernel.clone(), array: &call.var_name.name, probes: Vec::new() };
    let array = kernel.args.get(work.array).map(|arg| &arg.kind);
    let is_out = matches!(array, Some(ArgKind::Array { access: Access::Out, .. }));
    let writes = |id: &Name| {
        kernel
            .statements
            .get(id)
            .and_then(Statement::target)
            .is_some_and(|target| target.name() == work.array)
    };
    if is_out && !kernel.statements.keys().any(|id| !users.contains(id) && writes(id)) {
        let message = format!("nothing has given `{}` the values that would be fetched", work.array);
        return Err(work.refuse(message, "choose one statement with `within`"));
    }
    if let Some(id) = in_between(kernel, users, work.array) {
        let message = format!("`{id}` uses `{}`, after one of the statements and before another", work.array);
        return Err(work.refuse(message, "buffer it as well, or choose fewer statements with `within`"));
    }
    let rule = work.hide(users)?;
    let mentioned = work.mentioned();
    let sweep: Vec<InameName> =
        call.buffer_inames.iter().filter(|iname| mentioned.contains(&iname.name)).cloned().collect();
    let mut precompute = call.precompute(&work.kernel, &rule, &sweep);
    precompute.precompute_outer_inames = Some(work.outer(kernel, users, &mentioned));
    let (temp, fetch) = (precompute.temporary_name.clone(), precompute.compute_insn_id.clone());
    work.kernel = precompute.apply(&work.kernel).map_err(|refusal| call.at_array(refusal))?.kernel;
    work.kernel.rules.shift_remove(&rule);
    let (Some(temp), Some(fetch)) = (temp, fetch) else { return Ok(work.kernel) };
    work.redirect(&temp.name)?;
    work.store(&fetch.name, users)?;
    Ok(work.kernel)
}

struct Work<'a> {
    call: &'a BufferArray,
    kernel: Kernel,
    array: &'a Name,
    /// Statements that write the array, with those that read what they write.
    probes: Vec<(Name, Name)>,
}

impl Work<'_> {
    fn refuse(&self, message: String, help: &str) -> Refusal {
        let problem = Diagnostic::error("lp::buffer::statement", message);
        problem.at_entity(None, self.call.var_name.origin, "").help(help).into()
    }

    /// Puts invocations of a rule in place of reads, and hides the writes.
    fn hide(&mut self, users: &[Name]) -> Result<Name, Refusal> {
        let array = self.array;
        let rank = self.kernel.extents(array).len();
        let rule = self.kernel.fresh_name(&format!("{array}_element"));
        let params: Vec<Name> =
            (0..rank).map(|axis| self.kernel.fresh_name(&format!("{array}_dim_{axis}"))).collect();
        let element = Expr::load(array.clone(), params.iter().map(Expr::from).collect());
        let (loc, origin) = (None, Origin::default());
        self.kernel.rules.insert(rule.clone(), Rule { params, body: element, loc, origin });
        let hidden = self.kernel.fresh_name(&format!("{array}_hidden"));
        let mut temp = Temp::private(
            typing::type_of_variable(&self.kernel, array).ok().map(typing::Type::scalar),
            Vec::new(),
        );
        // A write goes to a scalar that nobody reads, and a probe beside it reads the element that was
        // written: so the buffer has a place for that, too.
        for id in users {
            let Some(user) = self.kernel.statements.get(id).cloned() else { continue };
            if user.atomic.is_some() {
                return Err(self.refuse(format!("`{id}` is atomic"), "leave it out with `within`"));
            }
            let reads = |name: &&Name| {
                self.kernel.rules.get(*name).is_some_and(|rule| walk::names(&rule.body).contains(array))
            };
            if let Some(inner) = rules_of(&self.kernel, [&user]).iter().find(reads) {
                let message = format!("`{id}` uses `{array}` through rule `{inner}`");
                return Err(self.refuse(message, "expand the rule first: `expand_subst(..)`"));
            }
            let invoke = |index: &[Expr]| {
                Expr::new(Node::Rule { name: rule.clone(), tag: None, args: index.to_vec() })
            };
            let mut changed = user.map_exprs(&mut |expr| invoked(expr, array, &invoke));
            if let StatementKind::Assign { target, .. } = &mut changed.kind
                && target.name() == array
            {
                let value = invoke(target.index());
                let probe = self.kernel.fresh_statement(&Name::from(format!("{id}_buffered")));
                let kind = StatementKind::Assign { target: LValue::Scalar(hidden.clone()), value };
                *target = LValue::Scalar(hidden.clone());
                self.kernel.statements.insert(probe.clone(), Statement { kind, ..user.clone() });
                self.probes.push((id.clone(), probe));
            }
            self.kernel.statements.insert(id.clone(), changed);
        }
        temp.origin = self.call.var_name.origin;
        self.kernel.temps.insert(hidden, temp);
        Ok(rule)
    }

    /// Inames in what is buffered.
    fn mentioned(&self) -> Vec<Name> {
        let mut found = Vec::new();
        for (_, probe) in &self.probes {
            let value = self.kernel.statements.get(probe).and_then(Statement::value);
            found.extend(value.map(walk::names).unwrap_or_default());
        }
        found
    }

    /// The loops around fetch and store: those that subscripts mention and that are not buffered, groups,
    /// loops in which something else uses the array, and sequential loops around one of those.
    fn outer(&self, kernel: &Kernel, users: &[Name], mentioned: &[Name]) -> Vec<InameName> {
        let swept = |iname: &Name| self.call.buffer_inames.iter().any(|other| other.name == *iname);
        let others =
            kernel.statements.iter().filter(|(id, _)| !users.contains(id) && is_used(kernel, id, self.array));
        let shared: Vec<&Name> = others.flat_map(|(_, other)| &other.inames).collect();
        let own = users.iter().filter_map(|id| kernel.statements.get(id));
        let mut outer: Vec<InameName> = Vec::new();
        for user in own {
            let tag = |iname: &Name| kernel.inames.get(iname).and_then(|iname| iname.tag);
            let parallel = |iname: &Name| tag(iname).is_some_and(InameTag::is_parallel);
            let needs = |iname: &&Name| match tag(iname) {
                Some(InameTag::Group(_)) => true,
                _ => mentioned.contains(iname) || !parallel(iname) && shared.contains(iname),
            };
            let last =
                user.inames.iter().rposition(|iname| !parallel(iname) && !swept(iname) && needs(&iname));
            for (at, iname) in user.inames.iter().enumerate().filter(|(_, iname)| !swept(iname)) {
                let around = !parallel(iname) && last.is_some_and(|last| at < last);
                if (around || needs(&iname)) && !outer.iter().any(|other| other.name == *iname) {
                    outer.push(InameName::from(iname.as_str()));
                }
            }
        }
        outer
    }

    /// Lets the writes go into the buffer.
    fn redirect(&mut self, temp: &Name) -> Result<(), Refusal> {
        let mut hidden = None;
        for (id, probe) in std::mem::take(&mut self.probes) {
            let value = self.kernel.statements.get(&probe).and_then(Statement::value).cloned();
            let place = value.and_then(|value| match value.node() {
                Node::Var(name) if name == temp => Some(LValue::Scalar(name.clone())),
                Node::Load { array, index } if array == temp => {
                    Some(LValue::new(array.clone(), index.clone()))
                }
                _ => None,
            });
            let Some(place) = place else {
                let message = format!("not all that `{id}` writes is in the buffer");
                return Err(self.refuse(message, "buffer the loops that its subscripts mention"));
            };
            remove_statement(&mut self.kernel, &probe);
            if let Some(StatementKind::Assign { target, .. }) =
                self.kernel.statements.get_mut(&id).map(|statement| &mut statement.kind)
            {
                hidden = Some(target.name().clone());
                *target = place;
            }
        }
        if let Some(hidden) = hidden {
            self.kernel.temps.shift_remove(&hidden);
        }
        Ok(())
    }

    /// Stores what the fetch has read back, in loops of its own.
    fn store(&mut self, fetch: &Name, users: &[Name]) -> Result<(), Refusal> {
        let Some(fetched) = self.kernel.statements.get(fetch).cloned() else { return Ok(()) };
        let is_around_all = |iname: &Name| {
            users
                .iter()
                .all(|id| self.kernel.statements.get(id).is_some_and(|user| user.inames.contains(iname)))
        };
        // Loops that are not around all users are the fetch's own: the store gets copies of them.
        let mut copies: Vec<InameCopy> = Vec::new();
        for iname in fetched.inames.iter().filter(|iname| !is_around_all(iname)) {
            let taken = |name: &str| self.kernel.is_taken(name) || copies.iter().any(|(_, new)| new == name);
            copies.push((iname.clone(), ir::fresh(iname, taken)));
        }
        copy_loops(&mut self.kernel, &copies)?;
        for (old, new) in &copies {
            let tag = self.kernel.inames.get(old).and_then(|iname| iname.tag);
            self.kernel.inames.entry(new.clone()).and_modify(|iname| iname.tag = tag);
        }
        let renamed = |name: &Name| copies.iter().find(|(old, _)| old == name).map(|(_, new)| new.clone());
        let expr = |e: &Expr| walk::substitute(e, &|name| renamed(name).map(Expr::var));
        let (Some(filled), Some(Node::Load { array, index })) =
            (fetched.target(), fetched.value().map(Expr::node))
        else {
            return Ok(());
        };
        let target = LValue::Element { array: array.clone(), index: index.iter().map(expr).collect() };
        let value = expr(&filled.to_expr());
        let mut store = Statement::assign(target, value);
        store.inames =
            fetched.inames.iter().map(|iname| renamed(iname).unwrap_or_else(|| iname.clone())).collect();
        store.predicates = fetched.predicates.iter().map(expr).collect();
        // The fetch comes before all users, the store behind all of them.
        for id in users {
            if let Some(user) = self.kernel.statements.get_mut(id) {
                user.after.insert(fetch.clone());
            }
        }
        store.after = users.iter().cloned().collect();
        store.provenance =
            Some(Provenance::Fetch(Fetch::storing_back(served_statements(&self.kernel, users))));
        (store.loc, store.origin) = (fetched.loc.clone(), fetched.origin);
        let id = self.kernel.fresh_statement(&Name::from(format!("{}_store", self.array)));
        self.precede(&id, users);
        let last = users.iter().filter_map(|user| self.kernel.statements.get_index_of(user)).max();
        self.kernel.statements.shift_insert(last.map_or(0, |last| last + 1), id, store);
        Ok(())
    }

    /// Lets what comes after the users come after the store.
    fn precede(&mut self, store: &Name, users: &[Name]) {
        let kernel = &self.kernel;
        let last = users.iter().filter_map(|user| kernel.statements.get_index_of(user)).max().unwrap_or(0);
        let later: Vec<Name> = kernel
            .statements
            .iter()
            .enumerate()
            .filter(|(at, (id, _))| {
                let behind = users.iter().any(|user| kernel.comes_after(id, user));
                let before = users.iter().any(|user| kernel.comes_after(user, id));
                !users.contains(id) && !before && (behind || *at > last && is_used(kernel, id, self.array))
            })
            .map(|(_, (id, _))| id.clone())
            .collect();
        for id in later {
            if let Some(other) = self.kernel.statements.get_mut(&id) {
                other.after.insert(store.clone());
            }
        }
    }
}

/// A statement that uses the array, and comes after one user and before another.
fn in_between<'k>(kernel: &'k Kernel, users: &[Name], array: &Name) -> Option<&'k Name> {
    let lies_between_users = |id: &Name| {
        users.iter().any(|user| kernel.comes_after(id, user))
            && users.iter().any(|user| kernel.comes_after(user, id))
    };
    let others = kernel.statements.keys().filter(|id| !users.contains(id) && is_used(kernel, id, array));
    others.into_iter().find(|id| lies_between_users(id))
}

/// An expression with invocations in place of reads of an array.
fn invoked(expr: &Expr, array: &Name, invoke: &dyn Fn(&[Expr]) -> Expr) -> Expr {
    let inner = walk::map_children(expr, &mut |child| invoked(child, array, invoke));
    match inner.node() {
        Node::Load { array: read, index } if read == array => invoke(index),
        _ => inner,
    }
}
