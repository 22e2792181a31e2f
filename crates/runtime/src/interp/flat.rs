//! The loop tree as flat code with jumps, so that a work item can stop at a barrier and go on later.

use super::code::Code;
use super::compile::Compiler;
use super::memory::Fault;
use super::statement::StatementCode;
use diag::Diagnostic;
use ir::{Ended, Expr, HardwareAxis, Launch, Loop, Name, Step};

/// One instruction of a work item.
#[derive(Debug)]
pub(crate) enum Op {
    /// Go on elsewhere.
    Jump(usize),
    /// Go on elsewhere where the condition does not hold.
    Unless(Code, usize),
    /// Sets a loop's variable and the slot with its last value; leaves where there is no iteration.
    Enter { slot: usize, last: usize, lower: Code, upper: Code, exit: usize },
    /// Starts the next iteration, if there is one.
    Next { slot: usize, last: usize, body: usize },
    /// Waits for all work items of the group.
    Barrier,
    /// Runs an instance of the statement of that number.
    Run(usize),
}

/// A device kernel as code.
#[derive(Debug)]
pub(crate) struct LaunchCode {
    pub(crate) name: Name,
    pub(crate) groups: Vec<Code>,
    pub(crate) work_items: Vec<Code>,
    /// Iname, slot, axis and base of what takes its value from the hardware.
    pub(crate) indices: Vec<(Name, usize, HardwareAxis, Code)>,
    pub(crate) ops: Vec<Op>,
    pub(crate) statements: Vec<StatementCode>,
    pub(crate) barriers: Vec<Barrier>,
}

/// A barrier, for messages.
#[derive(Debug)]
pub(crate) struct Barrier {
    /// Its instruction.
    pub(crate) at: usize,
    /// What made it necessary.
    pub(crate) reason: String,
    /// The loops of the launch around it.
    pub(crate) loops: Vec<(Name, usize)>,
}

/// A launch in the making.
struct Flattener<'c, 'k> {
    compiler: &'c mut Compiler<'k>,
    /// Inames that have a value here.
    open: Vec<Name>,
    ops: Vec<Op>,
    statements: Vec<StatementCode>,
    barriers: Vec<Barrier>,
    /// The loops of the launch around what is compiled, and their slots.
    loops: Vec<(Name, usize)>,
}

/// Compiles a launch inside host loops over `open` inames.
pub(crate) fn launch(
    compiler: &mut Compiler<'_>,
    launch: &Launch,
    open: &[Name],
) -> Result<LaunchCode, Fault> {
    let mut flat = Flattener {
        compiler,
        open: open.to_vec(),
        ops: Vec::new(),
        statements: Vec::new(),
        barriers: Vec::new(),
        loops: Vec::new(),
    };
    let groups = launch.groups.iter().map(|e| flat.index(e)).collect::<Result<_, _>>()?;
    let work_items = launch.work_items.iter().map(|e| flat.index(e)).collect::<Result<_, _>>()?;
    let mut indices = Vec::new();
    for index in &launch.indices {
        let base = flat.index(&index.base)?;
        indices.push((index.iname.clone(), flat.compiler.slot(&index.iname), index.axis, base));
        flat.open.push(index.iname.clone());
    }
    flat.steps(&launch.body)?;
    let Flattener { ops, statements, barriers, .. } = flat;
    Ok(LaunchCode { name: launch.name.clone(), groups, work_items, indices, ops, statements, barriers })
}

impl Flattener<'_, '_> {
    fn index(&mut self, expr: &Expr) -> Result<Code, Fault> {
        self.compiler.scope.clone_from(&self.open);
        self.compiler.index(expr)
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), Fault> {
        for step in steps {
            match step {
                Step::For(inner) => self.looped(inner)?,
                Step::If { condition, then, otherwise } => self.branch(condition, then, otherwise)?,
                Step::Barrier { reason } => {
                    let (at, loops) = (self.ops.len(), self.loops.clone());
                    self.barriers.push(Barrier { at, reason: reason.clone(), loops });
                    self.ops.push(Op::Barrier);
                }
                Step::Run(name) => self.run(name)?,
            }
        }
        Ok(())
    }

    fn looped(&mut self, inner: &Loop<Step>) -> Result<(), Fault> {
        let (lower, upper) = (self.index(&inner.lower)?, self.index(&inner.upper)?);
        let slot = self.compiler.slot(&inner.iname);
        // A quote cannot occur in a name of the user's.
        let last = self.compiler.slot(&Name::new(format!("last'{}", inner.iname)));
        let entry = self.ops.len();
        self.ops.push(Op::Jump(0));
        self.open.push(inner.iname.clone());
        self.loops.push((inner.iname.clone(), slot));
        let ended = match inner.ended(self.compiler.kernel) {
            Some(Ended { condition, body }) => {
                self.compiler.scope.clone_from(&self.open);
                let condition = self.compiler.condition(&condition)?;
                self.ops.push(Op::Jump(0));
                self.steps(&body)?;
                Some(condition)
            }
            None => {
                self.steps(&inner.body)?;
                None
            }
        };
        self.loops.pop();
        self.open.pop();
        self.ops.push(Op::Next { slot, last, body: entry + 1 });
        let exit = self.ops.len();
        self.patch(entry, Op::Enter { slot, last, lower, upper, exit });
        if let Some(condition) = ended {
            self.patch(entry + 1, Op::Unless(condition, exit));
        }
        Ok(())
    }

    fn branch(&mut self, condition: &Expr, then: &[Step], otherwise: &[Step]) -> Result<(), Fault> {
        self.compiler.scope.clone_from(&self.open);
        let condition = self.compiler.condition(condition)?;
        let test = self.ops.len();
        self.ops.push(Op::Jump(0));
        self.steps(then)?;
        let skip = self.ops.len();
        if otherwise.is_empty() {
            self.patch(test, Op::Unless(condition, skip));
            return Ok(());
        }
        self.ops.push(Op::Jump(0));
        self.patch(test, Op::Unless(condition, skip + 1));
        self.steps(otherwise)?;
        let end = self.ops.len();
        self.patch(skip, Op::Jump(end));
        Ok(())
    }

    fn run(&mut self, name: &Name) -> Result<(), Fault> {
        let kernel = self.compiler.kernel;
        let statement = kernel.statements.get(name).ok_or_else(|| {
            let message = format!("the schedule runs `{name}`, which is no statement");
            Box::new(Diagnostic::error("lp::run::unknown", message))
        })?;
        if let Some(iname) = statement.inames.iter().find(|iname| !self.open.contains(iname)) {
            let message = format!("the schedule runs `{name}` outside any loop over `{iname}`");
            return Err(Box::new(Diagnostic::error("lp::run::iname", message)));
        }
        let code = self.compiler.statement(name, statement)?;
        self.ops.push(Op::Run(self.statements.len()));
        self.statements.push(code);
        Ok(())
    }

    fn patch(&mut self, at: usize, op: Op) {
        if let Some(slot) = self.ops.get_mut(at) {
            *slot = op;
        }
    }
}
