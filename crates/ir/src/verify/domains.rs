//! Domains, inames and what refers to them from outside of statements.

use super::{Checker, Owner};
use crate::{ArgKind, Domain, Name, Scalar};
use std::collections::{BTreeMap, BTreeSet};

const HOME: &str = "lp::verify::iname-domain";
const PARENT: &str = "lp::verify::domain-parent";
const PARAMETER: &str = "lp::verify::domain-parameter";
const ASSUMPTION: &str = "lp::verify::assumption";
const INAME: &str = "lp::verify::unknown-iname";
const PRIORITY: &str = "lp::verify::priority";

impl Checker<'_> {
    pub(super) fn domains(&mut self) {
        self.homes();
        let owner = Owner::kernel(self.kernel);
        let kernel = self.kernel;
        for (number, domain) in kernel.domains.iter().enumerate() {
            if domain.parent.is_some_and(|parent| parent >= number) {
                let message = format!("domain {number} stands before its parent");
                self.report(PARENT, &owner, message, "move the parent to the front");
            }
            self.parameters(&owner, number, domain);
        }
        self.assumptions(&owner);
        self.priorities(&owner);
    }

    /// Each iname has one domain and one entry.
    fn homes(&mut self) {
        let kernel = self.kernel;
        let owner = Owner::kernel(kernel);
        let mut homes: BTreeMap<&Name, usize> = BTreeMap::new();
        for (number, domain) in kernel.domains.iter().enumerate() {
            for dim in domain.set.dims() {
                if let Some(first) = homes.insert(dim, number) {
                    let message = format!("iname `{dim}` is a dimension of domains {first} and {number}");
                    self.report(HOME, &owner, message, "use another name in one of them");
                }
                if !kernel.inames.contains_key(dim) {
                    let message = format!("dimension `{dim}` of domain {number} is missing among the inames");
                    self.report(HOME, &owner, message, format!("add the line `iname {dim}`"));
                }
            }
        }
        for (name, iname) in &kernel.inames {
            if !homes.contains_key(name) {
                let owner = Owner::new("iname", name, iname.loc.as_ref(), iname.origin);
                let message = format!("iname `{name}` is a dimension of no domain");
                self.report(HOME, &owner, message, "add a domain for it, or remove it");
            }
        }
    }

    fn parameters(&mut self, owner: &Owner<'_>, number: usize, domain: &Domain) {
        let kernel = self.kernel;
        let mut around: BTreeSet<&Name> = BTreeSet::new();
        let mut at = domain.parent.filter(|parent| *parent < number);
        while let Some(parent) = at.and_then(|parent| kernel.domains.get(parent)) {
            around.extend(parent.set.dims());
            at = parent.parent.filter(|next| at.is_some_and(|here| *next < here));
        }
        for param in domain.set.params() {
            if around.contains(param) {
                continue;
            }
            if kernel.inames.contains_key(param) {
                let message =
                    format!("domain {number} depends on iname `{param}`, which no domain around it declares");
                self.report(PARAMETER, owner, message, format!("put it inside of the domain of `{param}`"));
            } else {
                self.integer_scalar(owner, PARAMETER, &format!("domain {number}"), param);
            }
        }
    }

    /// A parameter must be an integer that is not an iname.
    fn integer_scalar(&mut self, owner: &Owner<'_>, code: diag::Code, user: &str, param: &Name) {
        let kernel = self.kernel;
        let arg = kernel.args.get(param).map(|arg| (arg.kind == ArgKind::Value, arg.ty));
        let temp = kernel.temps.get(param).map(|temp| (temp.shape.is_empty(), temp.ty));
        let is_integer = |ty: Option<Scalar>| ty.is_none_or(Scalar::is_integer);
        match arg.or(temp) {
            Some((true, ty)) if is_integer(ty) => {}
            Some(_) => {
                let message = format!("`{param}`, a parameter of {user}, is not an integer scalar");
                self.report(
                    code,
                    owner,
                    message,
                    "bounds are integer arguments or integer scalar temporaries",
                );
            }
            None => {
                let known = kernel.args.keys().chain(kernel.temps.keys()).chain(kernel.inames.keys());
                let help = match diag::nearest(param, known.map(|name| &**name)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("add the line `arg {param} : i32`"),
                };
                self.report(code, owner, format!("`{param}`, a parameter of {user}, is not declared"), help);
            }
        }
    }

    fn assumptions(&mut self, owner: &Owner<'_>) {
        let kernel = self.kernel;
        if !kernel.assumptions.dims().is_empty() {
            let help = "write `assume [n] -> { : n >= 1 }`";
            self.report(ASSUMPTION, owner, "assumptions have dimensions", help);
        }
        for param in kernel.assumptions.params() {
            if kernel.temps.contains_key(param) {
                let message = format!("the assumptions are about `{param}`, which the kernel computes");
                self.report(ASSUMPTION, owner, message, "nobody could test that: assume it of arguments");
            }
            self.integer_scalar(owner, ASSUMPTION, "the assumptions", param);
        }
    }

    fn priorities(&mut self, owner: &Owner<'_>) {
        let kernel = self.kernel;
        let named = kernel.priorities.iter().flatten().chain(kernel.slabs.keys());
        for iname in named.filter(|iname| !kernel.inames.contains_key(*iname)) {
            self.unknown(INAME, owner, "iname", iname, kernel.inames.keys());
        }
        for order in &kernel.priorities {
            for (at, iname) in order.iter().enumerate() {
                if order.iter().take(at).any(|other| other == iname) {
                    let message = format!("a priority names iname `{iname}` twice");
                    self.report(PRIORITY, owner, message, "remove one of them");
                }
            }
        }
    }
}
