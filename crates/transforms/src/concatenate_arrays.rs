use crate::lower::infer_types;
use crate::rewrite::{array, change_interface, map_subscripts, new_name, rename_variable};
use diag::Diagnostic;
use ir::verify::read_by_own_predicates;
use ir::{
    Access, Arg, ArgKind, Axis, Expr, Kernel, Layout, Name, Rule, Scalar, Statement, Temp, typing, walk,
};
use pass::{Applied, ArrayName, NewName, Refusal, Rewrite, Transform};

/// Puts arrays behind each other into one, along an axis.
///
/// All are arguments, or all are temporaries, of one type, layout and address space, and of the same extents
/// but along that axis. The new array stands where the first one stood. The reference has it as well, and the
/// caller passes an argument so. Refused where an extent is not known, where something is promised about what
/// an array holds, and where one decides whether a statement writes another.
///
/// ```lpir
/// # RUN: concatenate_arrays("a, b", "ab")
/// lpir 1
///
/// kernel @halves {
///   arg n : i32
///   arg a : f64[n] in
///   arg b : f64[4] in
///   arg c : f64[4] out
///   domain { [i] : 0 <= i < 4 }
///   iname i
///   s: c[i] = a[i]*b[i]  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @halves {
///   arg n : i32
///   arg ab : f64[n + 4] in
///   arg c : f64[4] out
///   domain { [i] : 0 <= i <= 3 }
///   iname i
///   s: c[i] = ab[i]*ab[i + n]  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", reference)]
pub struct ConcatenateArrays {
    /// The arrays, in their order in the new one.
    pub array_names: Vec<ArrayName>,
    /// Name of the new array; `concatenated_array` unless given.
    #[arg(default = None)]
    pub new_name: Option<NewName>,
    /// Number of the axis along which they follow each other, from 0.
    #[arg(default = 0)]
    pub axis_nr: u32,
}

impl Rewrite for ConcatenateArrays {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let new = new_name(kernel, self.new_name.as_ref(), "concatenated_array")?;
        for name in &self.array_names {
            array(kernel, name)?;
            let own = !kernel.args.contains_key(&name.name);
            let lacks = |reference: &Kernel| !reference.temps.contains_key(&name.name);
            if own && kernel.reference.as_deref().is_some_and(lacks) {
                return Err(self.fail(name, "was made by a transform, and the reference has no such array"));
            }
        }
        self.check_types(kernel)?;
        Ok(change_interface(kernel, &|kernel| self.join(kernel, &new))?.into())
    }
}

/// The length of an array along the axis, and all else that must agree.
struct Part {
    length: Expr,
    rest: (Option<Arg>, Option<Temp>),
}

impl ConcatenateArrays {
    fn fail(&self, name: &ArrayName, what: &str) -> Refusal {
        let problem = Diagnostic::error("lp::concatenate::array", format!("`{}` {what}", name.name));
        problem.at_entity(None, name.origin, "").into()
    }

    /// What has no type yet would get the type that is common to all that is stored in any part.
    fn check_types(&self, kernel: &Kernel) -> Result<(), Refusal> {
        let typed = infer_types(kernel, Some(Scalar::F64))?;
        let type_of = |name: &ArrayName| typing::type_of_variable(&typed, &name.name).ok();
        let Some(first) = self.array_names.first() else { return Ok(()) };
        match self.array_names.iter().find(|name| type_of(name) != type_of(first)) {
            Some(name) => Err(self.fail(name, &format!("has another type than `{}`", first.name))),
            None => Ok(()),
        }
    }

    fn join(&self, kernel: &mut Kernel, new: &Name) -> Result<(), Refusal> {
        let parts =
            self.array_names.iter().map(|name| self.part(kernel, name)).collect::<Result<Vec<_>, _>>()?;
        let (Some(first), Some(place)) = (self.array_names.first(), parts.first()) else {
            return Err(Refusal::empty("no array is named").into());
        };
        for (at, (name, part)) in self.array_names.iter().zip(&parts).enumerate() {
            if self.array_names.iter().take(at).any(|other| other.name == name.name) {
                return Err(self.fail(name, "is named twice"));
            }
            if part.rest != place.rest {
                let what = format!("differs from `{}` in more than its length along the axis", first.name);
                return Err(self.fail(name, &what));
            }
        }
        let access = self.access(kernel);
        let at = self.place(kernel, &first.name);
        let (arg, temp) = (kernel.args.get(&first.name).cloned(), kernel.temps.get(&first.name).cloned());
        // Each part begins where those before it end.
        let mut offset = Expr::int(0);
        for (name, part) in self.array_names.iter().zip(&parts) {
            self.no_capture(kernel, name, &offset)?;
            let moved = |subscript: &Expr| tidy(&offset.plus(subscript));
            map_subscripts(kernel, &name.name, &|index| self.subscripts(index, &moved));
            kernel.args.shift_remove(&name.name);
            kernel.temps.shift_remove(&name.name);
            rename_variable(kernel, &name.name, new)?;
            offset = tidy(&offset.plus(&part.length));
        }
        if let Some(mut arg) = arg {
            if let ArgKind::Array { shape, access: own, .. } = &mut arg.kind {
                self.axis_of(shape).into_iter().for_each(|extent| *extent = Some(offset.clone()));
                *own = access;
            }
            kernel.args.shift_insert(at, new.clone(), arg);
        } else if let Some(mut temp) = temp {
            self.axis_of(&mut temp.shape).into_iter().for_each(|extent| *extent = offset.clone());
            kernel.temps.shift_insert(at, new.clone(), temp);
        }
        self.no_test_of_itself(kernel, first)
    }

    /// No formal of a rule that reads the array may have a name of what is added to its subscripts.
    fn no_capture(&self, kernel: &Kernel, name: &ArrayName, offset: &Expr) -> Result<(), Refusal> {
        let added = walk::names(offset);
        let captures = |rule: &Rule| {
            walk::names(&rule.body).contains(&name.name)
                && rule.params.iter().any(|param| added.contains(param))
        };
        match kernel.rules.iter().find(|(_, rule)| captures(rule)) {
            None => Ok(()),
            Some((rule, _)) => {
                let what = format!("is read by `{rule}`, a formal of which has the name of an extent");
                Err(self.fail(name, &what))
            }
        }
    }

    /// No statement may write the array that its own condition reads, not even another element.
    fn no_test_of_itself(&self, kernel: &Kernel, first: &ArrayName) -> Result<(), Refusal> {
        let tested = |statement: &Statement| read_by_own_predicates(kernel, statement).is_some();
        match kernel.statements.iter().find(|(_, statement)| tested(statement)) {
            None => Ok(()),
            Some((id, _)) => {
                let what = format!("would be one with another array that decides whether `{id}` writes it");
                Err(self.fail(first, &what))
            }
        }
    }

    /// How many of what stays stand before the first array.
    fn place(&self, kernel: &Kernel, first: &Name) -> usize {
        let stays = |name: &&Name| !self.array_names.iter().any(|gone| gone.name == **name);
        let number_before = |names: &mut dyn Iterator<Item = &Name>| {
            names.take_while(|name| *name != first).filter(stays).count()
        };
        match kernel.args.contains_key(first) {
            true => number_before(&mut kernel.args.keys()),
            false => number_before(&mut kernel.temps.keys()),
        }
    }

    fn axis_of<'a, T>(&self, list: &'a mut [T]) -> Option<&'a mut T> {
        list.get_mut(usize::try_from(self.axis_nr).ok()?)
    }

    fn subscripts(&self, index: &[Expr], moved: &dyn Fn(&Expr) -> Expr) -> Vec<Expr> {
        let mut index = index.to_vec();
        if let Some(subscript) = self.axis_of(&mut index) {
            *subscript = moved(subscript);
        }
        index
    }

    fn part(&self, kernel: &Kernel, name: &ArrayName) -> Result<Part, Refusal> {
        if kernel.promises.iter().any(|promise| promise.is_about(&name.name)) {
            return Err(self.fail(name, "has a promise about what it holds"));
        }
        let mut arg = kernel.args.get(&name.name).cloned();
        let mut temp = kernel.temps.get(&name.name).cloned();
        let mut length = None;
        if let Some(arg) = &mut arg {
            (arg.loc, arg.origin) = (None, diag::Origin::default());
            if let ArgKind::Array { shape, access, layout } = &mut arg.kind {
                self.check_layout(name, layout)?;
                length = self.axis_of(shape).and_then(Option::take);
                *access = Access::InOut;
            }
        } else if let Some(temp) = &mut temp {
            (temp.loc, temp.origin) = (None, diag::Origin::default());
            self.check_layout(name, &temp.layout)?;
            length = self.axis_of(&mut temp.shape).map(|extent| std::mem::replace(extent, Expr::int(0)));
        }
        let length = length.ok_or_else(|| self.fail(name, "has no known extent along the axis"))?;
        Ok(Part { length, rest: (arg, temp) })
    }

    /// Axes lie inside of each other, so that a longer one moves those outside of it.
    fn check_layout(&self, name: &ArrayName, layout: &Layout) -> Result<(), Refusal> {
        let is_level = |axis: &Axis| matches!(axis, Axis::Level(_));
        if layout.0.iter().all(is_level) {
            return Ok(());
        }
        Err(self.fail(name, "has an axis with a stride of its own, or separate parts"))
    }

    /// How the caller's array is used: as all parts are, or both ways.
    fn access(&self, kernel: &Kernel) -> Access {
        let own = |name: &ArrayName| match kernel.args.get(&name.name).map(|arg| &arg.kind) {
            Some(ArgKind::Array { access, .. }) => *access,
            _ => Access::InOut,
        };
        let mut all = self.array_names.iter().map(own);
        let first = all.next().unwrap_or(Access::InOut);
        if all.all(|other| other == first) { first } else { Access::InOut }
    }
}

/// A subscript or length in its simplest form.
fn tidy(expr: &Expr) -> Expr {
    ir::affine::to_aff(expr).map_or_else(|| expr.clone(), |aff| ir::affine::from_aff(&aff))
}
