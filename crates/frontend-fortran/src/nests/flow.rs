//! Which variables statements read before they set them, and whether jumps leave statements.

use fortran_syntax::ast::{Control, HeaderItem, Node, NodeKind};
use fortran_syntax::mention::Mentions;
use poly::Name;
use std::collections::BTreeSet;

/// Scalar variables whose values from before statements may read; `None` where output hides what is read.
///
/// Claim: a variable that is missing here has been set on each way to each of its uses.
pub(super) fn exposed(nodes: &[Node]) -> Option<BTreeSet<Name>> {
    let mut flow = Flow::default();
    flow.block(nodes, &mut BTreeSet::new());
    (!flow.is_hidden).then_some(flow.exposed)
}

#[derive(Default)]
struct Flow {
    exposed: BTreeSet<Name>,
    is_hidden: bool,
}

impl Flow {
    fn read(&mut self, mentions: Mentions, set: &BTreeSet<Name>) {
        self.exposed.extend(mentions.names.into_iter().filter(|name| !set.contains(name)));
    }

    /// Statements one after the other; `set` are the variables that are surely set.
    fn block(&mut self, nodes: &[Node], set: &mut BTreeSet<Name>) {
        nodes.iter().for_each(|node| self.node(node, set));
    }

    fn node(&mut self, node: &Node, set: &mut BTreeSet<Name>) {
        match &node.kind {
            NodeKind::Assign(target, _) => {
                self.read(Mentions::read_by(node), set);
                if target.index.is_none() && target.components.is_empty() {
                    set.insert(target.name.name.clone());
                }
            }
            NodeKind::Do(head, body) => {
                let mut mentions = Mentions::of_statement(node);
                let variable = match &head.control {
                    Control::Counted { variable, lower, upper, step } => {
                        let bounds = [lower, upper].into_iter().chain(step);
                        mentions.names = bounds.flat_map(fortran_syntax::mention::names).collect();
                        Some(&variable.name)
                    }
                    Control::While(_) | Control::Endless => None,
                };
                self.read(mentions, set);
                set.extend(variable.cloned());
                self.block(body, &mut set.clone());
            }
            NodeKind::If(branches, otherwise) => {
                self.read(Mentions::of_statement(node), set);
                let bodies = branches.iter().map(|branch| &branch.body).chain([otherwise]);
                self.one_of(bodies, set);
            }
            NodeKind::Select(_, cases) => {
                self.read(Mentions::of_statement(node), set);
                let nothing = Vec::new();
                let has_default = cases.iter().any(|case| case.values.is_none());
                let bodies = cases.iter().map(|case| &case.body);
                self.one_of(bodies.chain((!has_default).then_some(&nothing)), set);
            }
            NodeKind::Forall(header, body) | NodeKind::Concurrent(header, _, body) => {
                let mut own = set.clone();
                own.extend(header.iter().filter_map(|item| match item {
                    HeaderItem::Index(range) => Some(range.variable.name.clone()),
                    HeaderItem::Mask(_) | HeaderItem::Own(..) => None,
                }));
                self.read(Mentions::of_statement(node), &own);
                self.block(body, &mut own);
            }
            // Ways from elsewhere come together here.
            NodeKind::Label(_) => set.clear(),
            NodeKind::Output(_) => self.is_hidden = true,
            _ => {
                self.read(Mentions::of_statement(node), set);
                node.blocks().into_iter().for_each(|block| self.block(block, &mut set.clone()));
            }
        }
    }

    /// One of several blocks.
    fn one_of<'b>(&mut self, bodies: impl Iterator<Item = &'b Vec<Node>>, set: &mut BTreeSet<Name>) {
        let mut all: Option<BTreeSet<Name>> = None;
        for body in bodies {
            let mut own = set.clone();
            self.block(body, &mut own);
            all = Some(match all {
                Some(all) => all.intersection(&own).cloned().collect(),
                None => own,
            });
        }
        set.clone_from(&all.unwrap_or_default());
    }
}

/// Whether statements allocate or free arrays.
pub(super) fn allocates(nodes: &[Node]) -> bool {
    let within = |node: &Node| node.blocks().into_iter().any(|block| allocates(block));
    nodes
        .iter()
        .any(|node| matches!(node.kind, NodeKind::Allocate(_) | NodeKind::Deallocate(_)) || within(node))
}

/// Why statements are not left at their end alone.
pub(super) fn jump(nodes: &[Node], around: &[Node]) -> Option<String> {
    let (mut own, mut all) = (Jumps::default(), Jumps::default());
    own.block(nodes, &mut Vec::new());
    all.block(around, &mut Vec::new());
    if own.returns {
        return Some("a `return` leaves it".to_owned());
    }
    if own.leaves {
        return Some("a jump leaves a loop around it".to_owned());
    }
    if let Some(label) = own.targets.iter().find(|label| !own.labels.contains(label)) {
        return Some(format!("a jump to {label} leaves it"));
    }
    // Each jump within is counted once in both.
    let count = |jumps: &Jumps, label: &u32| jumps.targets.iter().filter(|target| *target == label).count();
    let entered = own.labels.iter().find(|label| count(&own, label) < count(&all, label));
    entered.map(|label| format!("a jump to {label} enters it"))
}

/// Whether there is a jump to a label, which may go back.
pub(super) fn jumps(nodes: &[Node]) -> bool {
    let mut all = Jumps::default();
    all.block(nodes, &mut Vec::new());
    !all.targets.is_empty()
}

#[derive(Default)]
struct Jumps {
    returns: bool,
    leaves: bool,
    targets: Vec<u32>,
    labels: Vec<u32>,
}

impl Jumps {
    /// `loops` are those around, each with its name.
    fn block<'n>(&mut self, nodes: &'n [Node], loops: &mut Vec<Option<&'n Name>>) {
        for node in nodes {
            match &node.kind {
                NodeKind::Return => self.returns = true,
                NodeKind::Goto(label) => self.targets.push(*label),
                NodeKind::GotoOf(_, _, labels) => self.targets.extend(labels),
                NodeKind::Label(label) => self.labels.push(*label),
                NodeKind::Cycle(None) | NodeKind::Exit(None) => self.leaves |= loops.is_empty(),
                NodeKind::Cycle(Some(name)) | NodeKind::Exit(Some(name)) => {
                    self.leaves |= !loops.contains(&Some(name));
                }
                _ => {}
            }
            let own = match &node.kind {
                NodeKind::Do(head, _) => Some(head.name.as_ref()),
                NodeKind::Concurrent(_, name, _) => Some(name.as_ref()),
                _ => None,
            };
            loops.extend(own);
            node.blocks().into_iter().for_each(|block| self.block(block, loops));
            if own.is_some() {
                loops.pop();
            }
        }
    }
}
