//! Keywords of calls, which mean the names that an interface body gives to the arguments of a procedure.
//!
//! Claim: wherever a keyword is used, the interface body and the source of the procedure call the arguments
//! the same. Source: Fortran 2018, 15.4.3.2: the names may be others.

use super::{Resolver, place};
use crate::known::Known;
use diag::Diagnostic;
use fortran_syntax::ast::{Actual, Ident};
use poly::Name;

const CALL: diag::Code = "lp::fortran::call";

impl Resolver<'_> {
    /// Whether keywords mean what the source of the called procedure means by them; else that is reported.
    pub(super) fn keywords_agree(&mut self, name: &Ident, known: &Known<'_>, actuals: &[Actual]) -> bool {
        let Some(unit) = self.unit.filter(|_| keyword(actuals).is_some()) else { return true };
        let scopes = self.world.scopes;
        let here = place(unit, self.world.hosts);
        let own = &known.unit.head.name.name;
        let described = scopes.described(&here, &name.name).or_else(|| scopes.described(&here, own));
        let Some(described) = described.filter(|_| known.hosts.is_empty()) else { return true };
        if described == known.unit.parts.dummies {
            return true;
        }
        let list = |names: &[Name]| names.iter().map(Name::as_str).collect::<Vec<&str>>().join(", ");
        let message = format!(
            "an interface calls the arguments of `{own}` ({}), its source ({})",
            list(described),
            list(&known.unit.parts.dummies)
        );
        let error = Diagnostic::error(CALL, message).at(name.span, "it is called by keywords");
        self.found.push(error.help("call it without keywords, or give the arguments the same names"));
        false
    }

    /// Whether a procedure that is given as an argument is called without keywords; else that is reported.
    pub(super) fn has_no_keyword(&mut self, name: &Ident, actuals: &[Actual]) -> bool {
        let Some(keyword) = keyword(actuals) else { return true };
        let what = format!("`{}=` in a call of the argument `{}`", keyword.name, name.name);
        let error = fortran_syntax::parse::unsupported_error(&what, keyword.span);
        self.found
            .push(error.help("the procedure that is given may call its arguments otherwise: use no keyword"));
        false
    }
}

fn keyword(actuals: &[Actual]) -> Option<&Ident> {
    actuals.iter().find_map(|actual| match actual {
        Actual::Keyword(keyword, _) => Some(keyword),
        _ => None,
    })
}
