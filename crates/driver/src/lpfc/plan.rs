//! What a routine passes to its kernel, as Fortran that can stand in the routine, and what it must test
//! before. A routine of which this is not surely known keeps its body.

use super::splice::range;
use super::text::{Text, words};
use codegen_opencl::{Call, Passed};
use frontend_fortran::{Bound, Interface, Origin, Outline, Record};
use ir::{Expr, Kernel, LValue, Name, Scalar, Statement, walk};
use std::collections::BTreeMap;

/// How a routine calls its kernel.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    /// What is given for each argument.
    pub(super) actuals: Vec<String>,
    /// Variables that modules give, each with its module and the name it has there.
    pub(super) used: Vec<(Name, Name)>,
    /// Local variables for values of another kind: how each is declared, what it is set to, and what gets its
    /// value afterwards.
    pub(super) converted: Vec<Converted>,
    /// Conditions under which the kernel is not asked, each with what is said then.
    pub(super) tests: Vec<(String, String)>,
    /// Intrinsic functions that the tests ask and whose names may mean something else in the routine.
    pub(super) intrinsics: Vec<&'static str>,
}

/// A local variable for a value that Fortran has in another form.
#[derive(Debug, Clone)]
pub(super) struct Converted {
    pub(super) name: String,
    pub(super) declaration: &'static str,
    pub(super) axes: String,
    pub(super) value: String,
    /// What gets its value where the kernel writes it.
    pub(super) target: Option<String>,
}

impl Plan {
    /// Whether a name is one that the body gives to something of its own.
    pub(super) fn makes(&self, word: &str) -> bool {
        self.used.iter().any(|(_, name)| alias(name) == word)
            || self.converted.iter().any(|converted| converted.name == word)
    }
}

/// The name under which a variable of a module is used.
pub(super) fn alias(name: &Name) -> String {
    format!("lp_{name}")
}

/// A routine and its kernel.
pub(super) struct Planner<'a> {
    pub(super) outline: &'a Outline,
    text: &'a Text,
    pub(super) interface: &'a Interface,
    pub(super) kernel: &'a Kernel,
    plan: Plan,
    /// Bounds, and what gives them.
    bounds: BTreeMap<Name, String>,
}

impl<'a> Planner<'a> {
    /// The routine stands in this text.
    pub(super) fn new(
        outline: &'a Outline,
        text: &'a Text,
        interface: &'a Interface,
        kernel: &'a Kernel,
    ) -> Self {
        Planner { outline, text, interface, kernel, plan: Plan::default(), bounds: BTreeMap::new() }
    }

    /// How the kernel is called.
    ///
    /// # Errors
    /// Why the routine keeps its body.
    pub(super) fn plan(mut self, call: &Call) -> Result<Plan, String> {
        for dummy in &self.outline.args {
            if self.outline.has(dummy, "optional") {
                self.test(format!(".not. present({dummy})"), format!("`{dummy}` is absent"));
            }
        }
        self.declared_bounds()?;
        let all = self.kernel.args.keys();
        let arrays: Vec<Name> = all.filter(|name| self.matters(name, call)).cloned().collect();
        for name in &arrays {
            self.array(name)?;
        }
        for passed in &call.passed {
            let actual = self.actual(passed)?;
            self.plan.actuals.push(actual);
        }
        Ok(self.plan)
    }

    /// Whether the kernel takes an array, or one of its bounds.
    fn matters(&self, name: &Name, call: &Call) -> bool {
        let is_passed = |name: &Name| call.passed.iter().any(|passed| passed.name == *name);
        let lower = self.interface.allocated.iter().filter(|(of, _)| of == name).flat_map(|(_, lower)| lower);
        let shape = self.kernel.array(name).map(|(shape, _)| shape).unwrap_or_default();
        let extents = shape.iter().flatten().filter_map(Expr::as_var);
        is_passed(name) || lower.chain(extents).any(is_passed)
    }

    fn test(&mut self, condition: String, reason: String) {
        if !self.plan.tests.iter().any(|(other, _)| *other == condition) {
            self.plan.tests.push((condition, reason));
        }
    }

    /// Tests that arrays have the bounds that their declarations would give them now: what these name may
    /// have changed.
    fn declared_bounds(&mut self) -> Result<(), String> {
        let outline = self.outline;
        for bound in outline.part.iter().flat_map(|part| &part.bounds) {
            self.declared_bound(bound)?;
        }
        for bound in &outline.bounds_around {
            if !self.is_of_host(&bound.array) {
                continue;
            }
            let places = bound.lower.iter().chain(&bound.upper);
            let mut names = places.flat_map(|place| words(self.text.text.get(range(*place)).unwrap_or("")));
            // What the routine itself calls so is another variable than that of the declaration.
            if names.any(|word| outline.declared.contains(word.to_ascii_lowercase().as_str())) {
                return Err(format!("the bounds of `{}` cannot be told here", bound.array));
            }
            self.declared_bound(bound)?;
        }
        Ok(())
    }

    fn declared_bound(&mut self, Bound { array, axis, lower, upper }: &Bound) -> Result<(), String> {
        for (function, bound) in [("lbound", lower), ("ubound", upper)] {
            let Some(bound) = bound else { continue };
            let written = self.text.text.get(range(*bound)).unwrap_or("").trim();
            if written.is_empty() || written.contains(['\n', '!']) {
                return Err(format!("the bounds of `{array}` cannot be read"));
            }
            let spelled = self.spelled(array).clone();
            self.test(
                format!("{function}({spelled}, {axis}) /= {written}"),
                format!("`{spelled}` was declared with other bounds"),
            );
        }
        Ok(())
    }

    /// Whether the kernel takes a variable of a routine or program around its own.
    fn is_of_host(&self, name: &Name) -> bool {
        let is_it = |(arg, own): &(Name, Name)| own == name && self.is_of_routine(arg);
        let is_named = self.interface.named.iter().any(is_it);
        !self.outline.declared.contains(name) && (is_named || self.outline.args.contains(name))
    }

    /// Whether an argument is a variable from elsewhere, but of no module or common block.
    fn is_of_routine(&self, name: &Name) -> bool {
        let is_it = |origin: &Origin| matches!(origin, Origin::Hidden | Origin::Kept(_));
        self.origin(name).is_some_and(is_it)
    }

    /// Where a variable lies that is from elsewhere.
    fn origin(&self, name: &Name) -> Option<&Origin> {
        let all = self.interface.outside.iter().chain(&self.interface.of_elements);
        all.filter(|(of, _)| of == name).map(|(_, origin)| origin).next()
    }

    /// Whether a variable from elsewhere is called so in the source, where the kernel goes. Names that the
    /// front end made, as those of components, are called so nowhere.
    fn has_name(&self, name: &Name, own: &Name) -> bool {
        let is_around = self.outline.declared_around.contains(own);
        !self.outline.declared.contains(own)
            && self.text.has_word(own)
            && is_around == self.is_of_routine(name)
    }

    /// Whether the kernel has elements of an array; it may be there for its extents alone.
    fn is_accessed(&self, name: &Name) -> bool {
        let targets = self.kernel.statements.values().filter_map(Statement::target);
        targets.map(LValue::name).any(|target| target == name)
            || self.kernel.expressions().any(|expr| walk::mentions(expr, name))
    }

    /// What an array needs to be tested for, and the bounds that it tells.
    fn array(&mut self, name: &Name) -> Result<(), String> {
        let Some((shape, _)) = self.kernel.array(name).filter(|(shape, _)| !shape.is_empty()) else {
            return Ok(());
        };
        let expression = self.variable(name)?;
        let allocated =
            self.interface.allocated.iter().find(|(of, _)| of == name).map(|(_, lower)| lower.clone());
        let record = self.record(name).map(|(record, _)| record);
        // Whether it is there is tested first: no other question may be asked of what is not.
        let is_pointer = self.interface.pointers.contains(name)
            || record.is_some_and(|record| record.pointers.contains(name));
        let is_named = self.outline.part.as_ref().is_some_and(|part| !part.hidden.is_empty());
        if is_pointer && is_named {
            return Err(format!("`{expression}` may have changed since a name stands for it"));
        }
        if is_pointer {
            self.test(format!(".not. associated({expression})"), format!("`{expression}` is not associated"));
        } else if allocated.is_some() || record.is_some_and(|record| record.deferred.contains(name)) {
            self.test(format!(".not. allocated({expression})"), format!("`{expression}` is not allocated"));
        }
        let is_assumed = allocated.is_none() && self.interface.assumed.contains(name);
        let may_have_gaps = is_pointer || is_assumed && !self.outline.has(name, "contiguous");
        if may_have_gaps && self.is_accessed(name) {
            self.test(format!(".not. is_contiguous({expression})"), format!("`{expression}` has gaps"));
        }
        let mut is_counted = false;
        for (axis, extent) in (1..).zip(&shape) {
            if let Some(bound) = extent.as_ref().and_then(Expr::as_var).filter(|bound| self.is_bound(bound)) {
                self.bounds.insert(bound.clone(), format!("size({expression}, {axis}"));
                is_counted |= self.kernel.args.get(bound).is_some_and(|arg| arg.ty != Some(Scalar::I64));
            }
        }
        if is_counted {
            let condition = format!("size({expression}, kind=c_int64_t) > huge(0_c_int)");
            self.test(condition, format!("`{expression}` is too large for index arithmetic in 32 bits"));
        }
        for (axis, bound) in (1..).zip(allocated.iter().flatten()) {
            self.bounds.insert(bound.clone(), format!("lbound({expression}, {axis}"));
        }
        Ok(())
    }

    /// Whether an argument is none of the variables that the source has.
    fn is_bound(&self, name: &Name) -> bool {
        !self.outline.args.contains(name)
            && self.record(name).is_none()
            && !self.interface.outside.iter().any(|(of, _)| of == name)
    }

    /// The dummy argument of a derived type that an argument is a component of, with the way to it.
    fn record(&self, name: &Name) -> Option<(&Record, &[(Name, usize)])> {
        self.interface.records.iter().find_map(|record| {
            let (_, path) = record.arguments.iter().find(|(of, _)| of == name)?;
            Some((record, path.as_slice()))
        })
    }

    /// A variable of the source that is an argument of the kernel.
    fn variable(&mut self, name: &Name) -> Result<String, String> {
        let unknown = || format!("`{name}` has no name in the routine");
        if self.interface.scattered.contains(name) {
            return Err(format!("`{name}` is not in one piece"));
        }
        if let Some((record, path)) = self.record(name) {
            let before = path.len().saturating_sub(1);
            if record.rank > 0 || path.iter().take(before).any(|(_, rank)| *rank > 0) {
                return Err(format!("`{name}` is not in one piece"));
            }
            let parts: Vec<&str> = [&**self.spelled(&record.name)]
                .into_iter()
                .chain(path.iter().map(|(part, _)| &**part))
                .collect();
            return Ok(parts.join("%"));
        }
        let is_outside = self.origin(name).is_some();
        let is_own = self.outline.args.contains(name) || self.outline.result.as_ref() == Some(name);
        if is_own && !is_outside {
            let unsuited: &[&str] = match self.outline.result.as_ref() == Some(name) {
                true => &["pointer", "allocatable", "volatile", "asynchronous", "codimension"],
                false => &["volatile", "asynchronous", "codimension"],
            };
            return match unsuited.iter().find(|word| self.outline.has(name, word)) {
                Some(word) => Err(format!("`{name}` is {word}")),
                None => Ok(self.spelled(name).to_string()),
            };
        }
        let origin = self.origin(name).cloned();
        // No source has the name of a component's variable.
        let is_component = matches!(origin, Some(Origin::Component(..)));
        let named = self.interface.named.iter().find(|(of, _)| of == name);
        if let Some((_, own)) = named.filter(|(_, own)| !is_component && self.has_name(name, own)) {
            return self.visible(own);
        }
        match origin.ok_or_else(unknown)? {
            Origin::Common(block, _) => {
                let is_it = |(of, member): &(Name, Name)| **of == *block && member == name;
                if self.outline.commons.iter().any(is_it) { self.visible(name) } else { Err(unknown()) }
            }
            Origin::Module(module, own) => self.of_module(&module, &own).ok_or_else(unknown),
            Origin::Component(module, root, path) => {
                let root = self.of_module(&module, &root).ok_or_else(unknown)?;
                let path: Vec<&str> = path.iter().map(|part| &**part).collect();
                Ok(format!("{root}%{}", path.join("%")))
            }
            Origin::Kept(_) => Err(format!("`{name}` keeps its value between calls")),
            Origin::Hidden => Err(unknown()),
        }
    }

    /// What the source calls a variable where the kernel goes.
    fn spelled<'n>(&'n self, name: &'n Name) -> &'n Name {
        let spelled = self.outline.part.iter().flat_map(|part| &part.spelled);
        spelled.filter(|(of, _)| of == name).map(|(_, own)| own).next().unwrap_or(name)
    }

    /// Whether a construct round a part gives a name another meaning.
    fn is_hidden(&self, name: &Name) -> bool {
        self.outline.part.as_ref().is_some_and(|part| part.hidden.contains(name))
    }

    /// A variable from elsewhere, if its name means it where the kernel goes.
    fn visible(&self, name: &Name) -> Result<String, String> {
        match self.is_hidden(name) {
            true => Err(format!("`{name}` means something else where it stands")),
            false => Ok(name.to_string()),
        }
    }

    /// A variable of a module; those of the own one may be hidden here.
    fn of_module(&mut self, module: &Name, name: &Name) -> Option<String> {
        if self.outline.hosts.contains(module) {
            return self.is_seen(name).then(|| name.to_string());
        }
        let used = (module.clone(), name.clone());
        if self.interface.private.contains(&used) {
            return None;
        }
        if self.plan.used.iter().any(|(other, own)| own == name && other != module) {
            return None;
        }
        if !self.plan.used.contains(&used) {
            self.plan.used.push(used);
        }
        Some(alias(name))
    }

    /// Whether a name of the own module means the same where the kernel goes: nothing in between gives it
    /// another meaning.
    fn is_seen(&self, name: &Name) -> bool {
        let Outline { declared, declared_around, used, .. } = self.outline;
        let is_used = used.as_ref().is_none_or(|used| used.contains(name));
        !is_used && !self.is_hidden(name) && !declared.contains(name) && !declared_around.contains(name)
    }

    /// Whether some logical variable may be a target: by its declaration, or by a `target` statement.
    fn has_logical_target(&self) -> bool {
        let logical = self.kernel.args.iter().filter(|(_, arg)| arg.ty == Some(Scalar::Bool));
        let names: Vec<&Name> = logical.map(|(name, _)| name).collect();
        let code = || self.text.code(0..self.text.text.len());
        let says_so = || {
            code()
                .lines()
                .any(|line| words(line).next().is_some_and(|first| first.eq_ignore_ascii_case("target")))
        };
        names.iter().any(|name| self.outline.has(name, "target")) || names.len() > 1 && says_so()
    }

    /// What is given for an argument.
    fn actual(&mut self, passed: &Passed) -> Result<String, String> {
        let name = &passed.name;
        if let Some(bound) = self.bounds.get(name) {
            let kind = if passed.ty == Scalar::I64 { "c_int64_t" } else { "c_int" };
            return Ok(format!("{bound}, {kind})"));
        }
        if let Some((_, (array, subscripts))) = self.interface.elements.iter().find(|(of, _)| of == name) {
            let subscripts: Vec<String> = subscripts.iter().map(i64::to_string).collect();
            return Ok(format!("{}({})", self.variable(array)?, subscripts.join(", ")));
        }
        let expression = self.variable(name)?;
        if passed.is_written && self.outline.has(name, "value") {
            return Err(format!("`{name}` is a copy that changes"));
        }
        // Copies have addresses of their own, so that nobody sees whether it is another one too.
        if passed.is_written && passed.ty == Scalar::Bool && self.has_logical_target() {
            return Err(format!("`{name}` may be another logical variable with `target` too"));
        }
        let is_character = self.interface.characters.contains(name);
        if passed.ty != Scalar::Bool && !is_character {
            return Ok(expression);
        }
        let shape = self.kernel.array(name).map(|(shape, _)| shape).unwrap_or_default();
        let is_whole = shape.iter().all(Option::is_some);
        if passed.is_written && (passed.has_axes || is_character)
            || passed.has_axes && (is_character || !is_whole)
        {
            return Err(format!("`{name}` lies otherwise in memory than in kernels"));
        }
        let converted = if passed.has_axes {
            let colons = vec![":"; shape.len()].join(", ");
            Converted {
                name: alias(name),
                declaration: "logical(c_bool), allocatable",
                axes: format!("({colons})"),
                value: expression,
                target: None,
            }
        } else if is_character {
            self.test(format!("len({expression}) == 0"), format!("`{expression}` is empty"));
            let value = format!("transfer({expression}(1:1), 0_c_int8_t)");
            Converted {
                name: alias(name),
                declaration: "integer(c_int8_t)",
                axes: String::new(),
                value,
                target: None,
            }
        } else {
            let target = passed.is_written.then(|| expression.clone());
            Converted {
                name: alias(name),
                declaration: "logical(c_bool)",
                axes: String::new(),
                value: expression,
                target,
            }
        };
        let local = converted.name.clone();
        self.plan.converted.push(converted);
        Ok(local)
    }
}
