//! Loop trees as data: formulas in the place of expressions, numbers in the place of statements.

use super::formula::{condition, formula, of_aff};
use super::model::{Access, Actor, Array, Index, Node, Place, Tree};
use super::statements;
use ir::access::{AccessKind, accesses};
use ir::{
    ArgKind, Expr, HardwareAxis, Host, Kernel, Launch, Loop, Name, Provenance, Scalar, Statement, Step,
};
use serde_json::Value;

/// The loop tree of a scheduled kernel. `place` finds where a statement comes from.
pub(super) fn tree(kernel: &Kernel, place: &mut dyn FnMut(&Statement) -> Option<Place>) -> Option<Tree> {
    let reader = Reader { kernel };
    let nodes = kernel.schedule.as_ref()?.host.iter().map(|step| reader.host(step)).collect();
    let arrays: Vec<&Name> = arrays(kernel).collect();
    let actor = |(id, statement): (&Name, &Statement)| Actor {
        id: id.to_string(),
        of: statements::originals(id, statement),
        text: statements::short(id, statement),
        source: place(statement),
        at: reader.instance(statement),
        accesses: reader.accesses(statement, &arrays),
    };
    let statements = kernel.statements.iter().map(actor).collect();
    let arrays = arrays.into_iter().map(|name| reader.array(name)).collect();
    let parameters =
        kernel.args.keys().filter(|name| reader.is_size(name)).map(ToString::to_string).collect();
    let pieces = kernel.assumptions.pieces().unwrap_or_default();
    let assumed = match pieces.as_slice() {
        [single] => {
            single.iter().map(|constraint| condition(constraint, &|name| reader.is_known(name))).collect()
        }
        _ => Vec::new(),
    };
    Some(Tree { nodes, statements, arrays, parameters, assumed })
}

/// All arrays, and scalars that the kernel stores.
fn arrays(kernel: &Kernel) -> impl Iterator<Item = &Name> {
    let args = kernel.args.iter().filter(|(_, arg)| arg.kind != ArgKind::Value).map(|(name, _)| name);
    args.chain(kernel.temps.keys())
}

struct Reader<'k> {
    kernel: &'k Kernel,
}

impl Reader<'_> {
    fn is_size(&self, name: &Name) -> bool {
        let is_integer = |ty: Option<Scalar>| ty.is_none_or(Scalar::is_integer);
        self.kernel.args.get(name).is_some_and(|arg| arg.kind == ArgKind::Value && is_integer(arg.ty))
    }

    fn is_known(&self, name: &Name) -> bool {
        self.kernel.inames.contains_key(name) || self.is_size(name)
    }

    fn formula(&self, expr: &Expr) -> Value {
        formula(expr, &|name| self.is_known(name))
    }

    fn formulas(&self, exprs: &[Expr]) -> Vec<Value> {
        exprs.iter().map(|expr| self.formula(expr)).collect()
    }

    fn host(&self, step: &Host) -> Node {
        match step {
            Host::Launch(launch) => self.launch(launch),
            Host::For(inner) => {
                let body = inner.body.iter().map(|step| self.host(step)).collect();
                self.loop_node(inner, true, body)
            }
        }
    }

    fn launch(&self, launch: &Launch) -> Node {
        let index = |index: &ir::HardwareIndex| {
            let (group, axis) = match index.axis {
                HardwareAxis::Group(axis) => (true, axis),
                HardwareAxis::Local(axis) => (false, axis),
            };
            Index { iname: index.iname.to_string(), group, axis, base: self.formula(&index.base) }
        };
        let sizes = |all: &[Expr]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" × ");
        let of = |what: &str, all: &[Expr]| (!all.is_empty()).then(|| format!("{} {what}", sizes(all)));
        let sizes = [of("groups", &launch.groups), of("work items", &launch.work_items)];
        Node::Launch {
            name: launch.name.to_string(),
            groups: self.formulas(&launch.groups),
            items: self.formulas(&launch.work_items),
            indices: launch.indices.iter().map(index).collect(),
            sizes: sizes.into_iter().flatten().collect::<Vec<_>>().join(" of "),
            body: self.steps(&launch.body),
        }
    }

    fn loop_node<B>(&self, inner: &Loop<B>, host: bool, body: Vec<Node>) -> Node {
        let tag = self.kernel.tag(&inner.iname).map(|tag| tag.to_string()).unwrap_or_default();
        Node::Loop {
            iname: inner.iname.to_string(),
            tag: if tag.is_empty() && inner.unroll { "unr".to_owned() } else { tag },
            host,
            lower: self.formula(&inner.lower),
            upper: self.formula(&inner.upper),
            range: format!("{} … {}", inner.lower, inner.upper),
            body,
        }
    }

    fn steps(&self, steps: &[Step]) -> Vec<Node> {
        steps.iter().filter_map(|step| self.step(step)).collect()
    }

    fn step(&self, step: &Step) -> Option<Node> {
        Some(match step {
            Step::For(inner) => self.loop_node(inner, false, self.steps(&inner.body)),
            Step::If { condition, then, otherwise } => Node::If {
                test: self.formula(condition),
                text: condition.to_string(),
                then: self.steps(then),
                otherwise: self.steps(otherwise),
            },
            Step::Barrier { reason } => Node::Barrier { reason: reason.clone() },
            Step::Run(id) => Node::Run { statement: self.kernel.statements.get_index_of(id)? },
        })
    }

    /// The instance that a statement performs, or of which it computes a part.
    fn instance(&self, statement: &Statement) -> Vec<(String, Value)> {
        match &statement.provenance {
            Some(Provenance::Performs(instance) | Provenance::Part(instance)) => {
                let value = |aff| of_aff(aff, &|name| self.is_known(name));
                instance.at.iter().map(|(name, aff)| (name.to_string(), value(aff))).collect()
            }
            Some(Provenance::Fetch(_)) => Vec::new(),
            None => statement.inames.iter().map(|name| (name.to_string(), name.as_str().into())).collect(),
        }
    }

    fn accesses(&self, statement: &Statement, arrays: &[&Name]) -> Vec<Access> {
        let mut found: Vec<Access> = Vec::new();
        for access in accesses(self.kernel, statement) {
            let Some(array) = arrays.iter().position(|name| **name == access.variable) else { continue };
            let (write, index) = (access.kind == AccessKind::Write, self.formulas(&access.index));
            let is_same =
                |other: &Access| other.array == array && other.write == write && other.index == index;
            if !found.iter().any(is_same) {
                found.push(Access { array, write, index });
            }
        }
        found
    }

    fn array(&self, name: &Name) -> Array {
        let space = match self.kernel.temps.get(name) {
            Some(temp) => temp.space.map(|space| space.to_string()).unwrap_or_default(),
            None => "global".to_owned(),
        };
        let extents = self.kernel.extents(name);
        let extent =
            |extent: &Option<Expr>| extent.as_ref().map_or(Value::Null, |extent| self.formula(extent));
        Array { name: name.to_string(), space, extents: extents.iter().map(extent).collect() }
    }
}
