//! The order of what stands side by side in a loop.

use super::dependence::Dependence;
use super::nest::{Forest, ROOT};
use ir::{IndexMap, Kernel};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use poly::Name;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A statement or a nest that stands in some node of the forest: statements have the low numbers, nests
/// follow.
type Item = usize;

/// What cannot be put in sequence.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    /// Dependences, by their index, that lead round in a circle.
    Cycle(Vec<usize>),
    /// Statements that have to wait for groups that cannot end before them.
    Groups(Vec<usize>),
}

/// The children of each node of the forest in order.
#[derive(Debug)]
pub(super) struct Sequences {
    statements: usize,
    of: Vec<Vec<Item>>,
}

/// What stands at one place of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Child {
    Statement(usize),
    Nest(usize),
}

impl Sequences {
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = Child> {
        let statements = self.statements;
        let child =
            move |item: &Item| item.checked_sub(statements).map_or(Child::Statement(*item), Child::Nest);
        self.of.get(node).into_iter().flatten().map(child)
    }
}

/// Puts the children of every node in an order that all dependences allow. Ties: higher priority first, then
/// text order.
pub(super) fn sequences(
    kernel: &Kernel,
    forest: &Forest,
    homes: &[usize],
    dependences: &[Dependence],
) -> Result<Sequences, Stuck> {
    let statements = homes.len();
    let graph = lift(forest, homes, dependences);
    let circle = circular(&graph);
    if !circle.is_empty() {
        return Err(Stuck::Cycle(circle));
    }
    let first = forest.first_statements();
    let members = Members::new(kernel, forest, homes);
    let key = |item: Item| {
        let text =
            item.checked_sub(statements).map_or(item, |node| first.get(node).copied().unwrap_or(usize::MAX));
        (members.priority.get(item).copied().unwrap_or(0), Reverse(text), Reverse(item))
    };
    let mut of = Vec::new();
    for node in &forest.nodes {
        let nests = node.children.iter().map(|child| child + statements);
        let items: Vec<Item> = node.statements.iter().copied().chain(nests).collect();
        of.push(sequence(&graph, &items, &members, &key)?);
    }
    Ok(Sequences { statements, of })
}

/// Each dependence as an edge between the two items that stand side by side and hold its ends.
fn lift(forest: &Forest, homes: &[usize], dependences: &[Dependence]) -> DiGraph<(), usize> {
    let statements = homes.len();
    let mut graph = DiGraph::with_capacity(statements + forest.nodes.len(), dependences.len());
    for _ in 0..statements + forest.nodes.len() {
        graph.add_node(());
    }
    let void = contradicting(statements, dependences);
    let depth = |at: usize| forest.node(at).map_or(0, |node| node.depth);
    let parent = |at: usize| forest.node(at).map_or(ROOT, |node| node.parent);
    for (index, dependence) in dependences.iter().enumerate().filter(|(index, _)| !void.contains(index)) {
        let home = |statement: usize| homes.get(statement).copied().unwrap_or(ROOT);
        let (mut a, mut b) = (home(dependence.before), home(dependence.after));
        let (mut from, mut to) = (dependence.before, dependence.after);
        while a != b {
            if depth(a) >= depth(b) {
                (from, a) = (statements + a, parent(a));
            } else {
                (to, b) = (statements + b, parent(b));
            }
        }
        graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), index);
    }
    graph
}

/// The dependences, by index, that the order of text adds against what is declared.
fn contradicting(statements: usize, dependences: &[Dependence]) -> BTreeSet<usize> {
    let mut graph: DiGraph<(), usize> = DiGraph::with_capacity(statements, dependences.len());
    for _ in 0..statements {
        graph.add_node(());
    }
    for (index, dependence) in dependences.iter().enumerate() {
        graph.add_edge(NodeIndex::new(dependence.before), NodeIndex::new(dependence.after), index);
    }
    let declared = |index: &usize| dependences.get(*index).is_some_and(|dependence| dependence.declared);
    circular(&graph).into_iter().filter(|index| !declared(index)).collect()
}

/// The edges that lie on a circle.
fn circular(graph: &DiGraph<(), usize>) -> Vec<usize> {
    let mut component = vec![0; graph.node_count()];
    for (number, nodes) in petgraph::algo::kosaraju_scc(graph).iter().enumerate() {
        for node in nodes {
            if let Some(component) = component.get_mut(node.index()) {
                *component = number;
            }
        }
    }
    let component_of = |node: NodeIndex| component.get(node.index());
    let inside =
        graph.edge_references().filter(|edge| component_of(edge.source()) == component_of(edge.target()));
    inside.map(|edge| *edge.weight()).collect()
}

/// What the statements at or below each item have in common.
struct Members {
    priority: Vec<i64>,
    groups: Vec<BTreeSet<Name>>,
    conflicts: Vec<BTreeSet<Name>>,
}

impl Members {
    fn new(kernel: &Kernel, forest: &Forest, homes: &[usize]) -> Self {
        let statements = homes.len();
        let items = statements + forest.nodes.len();
        let mut members = Members {
            priority: vec![i64::MIN; items],
            groups: vec![BTreeSet::new(); items],
            conflicts: vec![BTreeSet::new(); items],
        };
        for (at, (statement, home)) in kernel.statements.values().zip(homes).enumerate() {
            for item in std::iter::once(at).chain(forest.path(*home).map(|node| statements + node)) {
                if let Some(priority) = members.priority.get_mut(item) {
                    *priority = statement.priority.max(*priority);
                }
                if let Some(groups) = members.groups.get_mut(item) {
                    groups.extend(statement.groups.iter().cloned());
                }
                if let Some(conflicts) = members.conflicts.get_mut(item) {
                    conflicts.extend(statement.conflicts.iter().cloned());
                }
            }
        }
        members
    }
}

/// One node's children in order.
fn sequence<K: Ord>(
    graph: &DiGraph<(), usize>,
    items: &[Item],
    members: &Members,
    key: &dyn Fn(Item) -> K,
) -> Result<Vec<Item>, Stuck> {
    let blockers = |item: Item| graph.edges_directed(NodeIndex::new(item), Direction::Incoming).count();
    let mut open: IndexMap<Item, usize> = items.iter().map(|item| (*item, blockers(*item))).collect();
    let mut groups = ActiveGroups::new(items, members);
    let mut ready: BinaryHeap<(K, Item)> = BinaryHeap::new();
    ready.extend(open.iter().filter(|(_, blockers)| **blockers == 0).map(|(item, _)| (key(*item), *item)));
    let (mut done, mut waiting) = (Vec::new(), Vec::new());
    while let Some((rank, item)) = ready.pop() {
        if groups.forbid(item) {
            waiting.push((rank, item));
            continue;
        }
        done.push(item);
        groups.emit(item);
        ready.extend(waiting.drain(..));
        for edge in graph.edges(NodeIndex::new(item)) {
            let next = edge.target().index();
            if let Some(blockers) = open.get_mut(&next) {
                *blockers = blockers.saturating_sub(1);
                if *blockers == 0 {
                    ready.push((key(next), next));
                }
            }
        }
    }
    if waiting.is_empty() {
        Ok(done)
    } else {
        Err(Stuck::Groups(waiting.into_iter().map(|(_, item)| item).collect()))
    }
}

/// Groups of which some items are done and others are not.
struct ActiveGroups<'a> {
    members: &'a Members,
    /// Items done and items in all.
    progress: IndexMap<&'a Name, (usize, usize)>,
}

impl<'a> ActiveGroups<'a> {
    fn new(items: &[Item], members: &'a Members) -> Self {
        let mut progress = IndexMap::default();
        for group in items.iter().filter_map(|item| members.groups.get(*item)).flatten() {
            progress.entry(group).or_insert((0, 0)).1 += 1;
        }
        ActiveGroups { members, progress }
    }

    fn forbid(&self, item: Item) -> bool {
        let own = self.members.groups.get(item);
        self.members.conflicts.get(item).into_iter().flatten().any(|group| {
            let inside = own.is_some_and(|own| own.contains(group));
            !inside && self.progress.get(group).is_some_and(|(done, all)| 0 < *done && done < all)
        })
    }

    fn emit(&mut self, item: Item) {
        for group in self.members.groups.get(item).into_iter().flatten() {
            if let Some((done, _)) = self.progress.get_mut(group) {
                *done += 1;
            }
        }
    }
}
