use crate::RenameIname;
use crate::fuse::{self, Flow, Part};
use diag::Diagnostic;
use ir::Kernel;
use pass::{Applied, InameName, Join, KernelName, NewName, Refusal, Rewrite, Text, Transform, VarName};
use poly::Name;
use std::collections::BTreeSet;

/// Puts one kernel with the statements of several in their place.
///
/// Loops and arguments of one name are one, and have to be the same in all kernels, unless `shared_inames`
/// says which loops are. Temporaries and statements of one name get other names. A program of Fortran runs
/// after the one before it in the list. Of others, `data_flow` says what comes first: where two access an
/// element and nothing says it, the kernel is refused later. The step comes before all others for these
/// kernels.
///
/// ```lpir
/// # RUN: fuse_kernels(["fill", "scale"], data_flow=[("a", 0, 1)])
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 2.0  in(i)
/// }
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] in
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: b[i] = 3.0*a[i]  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill_and_scale {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 2.0d  in(i)
///   s_1: b[i] = 3.0d*a[i]  in(i) after(s)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions", joins)]
pub struct FuseKernels {
    /// The kernels, in the order in which they run.
    pub kernels: Vec<KernelName>,
    /// What loops, temporaries and statements of each kernel have behind their names where another one has
    /// these, too; `_0`, `_1` and so on unless given.
    #[arg(default = None)]
    pub suffixes: Option<Vec<Text>>,
    /// What one kernel reads or writes after another has written it: a variable, the number of the kernel
    /// that writes it, and the number of the other one. Kernels are counted from 0.
    #[arg(default = "[]")]
    pub data_flow: Vec<(VarName, u32, u32)>,
    /// The loops that are one where several kernels have them; others get other names. All are one unless it
    /// is given.
    #[arg(default = None)]
    pub shared_inames: Option<Vec<InameName>>,
    /// Name of the new kernel; those of the others with `_and_` between them unless given.
    #[arg(default = None)]
    pub name: Option<NewName>,
}

impl Join for FuseKernels {
    fn parts(&self) -> &[KernelName] {
        &self.kernels
    }

    fn join(&self, parts: &[&Kernel]) -> Result<Applied, Refusal> {
        let named: Vec<Part> = parts
            .iter()
            .zip(self.all_suffixes()?)
            .map(|(kernel, suffix)| Part { kernel: (*kernel).clone(), suffix })
            .collect();
        let named = self.with_own_loops(named)?;
        let fused = fuse::fuse(&named, &self.flows())?;
        let name = match &self.name {
            Some(name) => name.name.clone(),
            None => fuse::joined_name(&named),
        };
        Ok(Kernel { name, ..fused }.into())
    }
}

impl FuseKernels {
    /// The parts where loops that are not shared have names of their own.
    fn with_own_loops(&self, parts: Vec<Part>) -> Result<Vec<Part>, Refusal> {
        let Some(shared) = &self.shared_inames else { return Ok(parts) };
        if let Some(unknown) =
            shared.iter().find(|name| !parts.iter().any(|part| part.kernel.inames.contains_key(&name.name)))
        {
            let message = format!("no kernel has a loop `{}`", unknown.name);
            return Err(Diagnostic::error("lp::unknown::iname", message)
                .at_entity(None, unknown.origin, "")
                .into());
        }
        let is_shared = |name: &Name| shared.iter().any(|shared| shared.name == *name);
        let kernels: Vec<Kernel> = parts.iter().map(|part| part.kernel.clone()).collect();
        let mut loops: BTreeSet<Name> = BTreeSet::new();
        let mut done = Vec::new();
        for Part { mut kernel, suffix } in parts {
            let clashing = kernel.inames.keys().filter(|name| loops.contains(*name) && !is_shared(name));
            for old in clashing.cloned().collect::<Vec<Name>>() {
                let is_taken =
                    |name: &str| loops.contains(name) || kernels.iter().any(|one| one.is_used(name));
                let new = ir::fresh(&format!("{old}{suffix}"), is_taken);
                loops.insert(new.clone());
                kernel = fuse::as_made(renamed(&old, &new).apply(&kernel)?.kernel);
            }
            loops.extend(kernel.inames.keys().cloned());
            done.push(Part { kernel, suffix });
        }
        Ok(done)
    }

    fn all_suffixes(&self) -> Result<Vec<String>, Diagnostic> {
        let Some(given) = &self.suffixes else {
            return Ok((0..self.kernels.len()).map(|number| format!("_{number}")).collect());
        };
        let is_word = |text: &Text| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let wrong = given.iter().find(|text| !is_word(text));
        if let Some(text) = wrong {
            let message = format!("`{}` cannot stand at the end of a name", text.text);
            return Err(Diagnostic::error("lp::call::argument", message).at_entity(None, text.origin, ""));
        }
        if given.len() != self.kernels.len() {
            let message = format!("there are {} suffixes for {} kernels", given.len(), self.kernels.len());
            return Err(Diagnostic::error("lp::call::argument", message));
        }
        Ok(given.iter().map(|text| text.text.clone()).collect())
    }

    fn flows(&self) -> Vec<Flow> {
        let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let flow = |(variable, from, to): &(VarName, u32, u32)| Flow {
            variable: Name::clone(variable),
            from: number(*from),
            to: number(*to),
        };
        self.data_flow.iter().map(flow).collect()
    }
}

/// The step that gives a loop another name in all statements.
fn renamed(old: &Name, new: &Name) -> RenameIname {
    RenameIname {
        old_iname: InameName::from(old.as_str()),
        new_iname: NewName::from(new.as_str()),
        existing_ok: false,
        within: None,
    }
}
