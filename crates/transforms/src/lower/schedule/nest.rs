//! The forest of loop nests: which loops are around which statements.
//!
//! Each sequential iname has one loop in each iteration of the loops around it, so the statements' sets of
//! inames must form a tree: a statement's set is the union of the sets on its path from the root.

use ir::IndexMap;
use poly::Name;

/// A node: loops that stand directly inside one another, with nothing between them.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The loops; their order is decided later.
    pub(super) inames: Vec<Name>,
    pub(super) parent: usize,
    pub(super) children: Vec<usize>,
    /// Statements that stand in exactly these loops and those around.
    pub(super) statements: Vec<usize>,
    pub(super) depth: usize,
}

/// Why a statement has no place.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    /// An iname of the statement whose loop stands already.
    pub(super) inside: Name,
    /// The iname of a loop around that one, which the statement does not have.
    pub(super) around: Name,
}

/// Nodes; the first is the root and has no loops.
#[derive(Debug)]
pub(super) struct Forest {
    pub(super) nodes: Vec<Node>,
    home: IndexMap<Name, usize>,
}

/// Number of the root node.
pub(super) const ROOT: usize = 0;

impl Forest {
    pub(super) fn new() -> Self {
        Forest { nodes: vec![Node::default()], home: IndexMap::default() }
    }

    pub(super) fn node(&self, at: usize) -> Option<&Node> {
        self.nodes.get(at)
    }

    /// The node with an iname's loop.
    pub(super) fn home(&self, iname: &Name) -> Option<usize> {
        self.home.get(iname).copied()
    }

    /// Nodes from this one up to the root.
    pub(super) fn path(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(from), |at| {
            if *at == ROOT { None } else { self.nodes.get(*at).map(|node| node.parent) }
        })
    }

    /// The innermost node with a loop of the set, if the set can be placed.
    fn deepest(&self, set: &[Name]) -> Result<usize, Misfit> {
        let touched: Vec<(&Name, usize)> =
            set.iter().filter_map(|iname| Some((iname, self.home(iname)?))).collect();
        let depth = |at: usize| self.node(at).map_or(0, |node| node.depth);
        let Some(&(inside, deepest)) = touched.iter().max_by_key(|(_, at)| depth(*at)) else {
            return Ok(ROOT);
        };
        let path: Vec<usize> = self.path(deepest).collect();
        for node in path.iter().skip(1).filter_map(|at| self.node(*at)) {
            if let Some(around) = node.inames.iter().find(|iname| !set.contains(iname)) {
                return Err(Misfit { inside: inside.clone(), around: around.clone() });
            }
        }
        // A loop that stands elsewhere would have to be inside `inside` too.
        match touched.iter().find(|(_, at)| !path.contains(at)) {
            Some((stray, at)) => {
                let mut around = self.path(*at).filter_map(|at| self.node(at)).flat_map(|node| &node.inames);
                let around = around.find(|iname| !set.contains(iname)).unwrap_or(inside);
                Err(Misfit { inside: (*stray).clone(), around: around.clone() })
            }
            None => Ok(deepest),
        }
    }

    /// Whether a statement with this set has a place.
    pub(super) fn fits(&self, set: &[Name]) -> bool {
        self.deepest(set).is_ok()
    }

    /// Places a statement with this set of inames.
    pub(super) fn insert(&mut self, statement: usize, set: &[Name]) -> Result<usize, Misfit> {
        let mut at = self.deepest(set)?;
        self.split(at, set);
        let fresh: Vec<Name> = set.iter().filter(|iname| self.home(iname).is_none()).cloned().collect();
        if !fresh.is_empty() {
            at = self.add(at, fresh);
        }
        if let Some(node) = self.nodes.get_mut(at) {
            node.statements.push(statement);
        }
        Ok(at)
    }

    fn add(&mut self, parent: usize, inames: Vec<Name>) -> usize {
        let at = self.nodes.len();
        let depth = self.node(parent).map_or(0, |node| node.depth + 1);
        self.home.extend(inames.iter().map(|iname| (iname.clone(), at)));
        self.nodes.push(Node { inames, parent, depth, ..Node::default() });
        if let Some(parent) = self.nodes.get_mut(parent) {
            parent.children.push(at);
        }
        at
    }

    /// Leaves in a node the loops of the set and moves the others into a node inside it.
    fn split(&mut self, at: usize, set: &[Name]) {
        let Some(node) = self.nodes.get_mut(at) else { return };
        let (used, unused): (Vec<Name>, Vec<Name>) =
            std::mem::take(&mut node.inames).into_iter().partition(|iname| set.contains(iname));
        node.inames = used;
        if unused.is_empty() {
            return;
        }
        let children = std::mem::take(&mut node.children);
        let statements = std::mem::take(&mut node.statements);
        let inner = self.add(at, unused);
        for child in &children {
            if let Some(child) = self.nodes.get_mut(*child) {
                child.parent = inner;
            }
        }
        if let Some(inner) = self.nodes.get_mut(inner) {
            (inner.children, inner.statements) = (children, statements);
        }
        self.deepen(inner);
    }

    /// Sets the depth of all nodes below one whose own is right.
    fn deepen(&mut self, top: usize) {
        let mut open = vec![top];
        while let Some(at) = open.pop() {
            let Some(node) = self.node(at) else { continue };
            let (depth, children) = (node.depth + 1, node.children.clone());
            for child in children {
                if let Some(child) = self.nodes.get_mut(child) {
                    child.depth = depth;
                }
                open.push(child);
            }
        }
    }

    /// The first statement, in text order, at or below each node.
    pub(super) fn first_statements(&self) -> Vec<usize> {
        let mut first: Vec<usize> = self
            .nodes
            .iter()
            .map(|node| node.statements.iter().min().copied().unwrap_or(usize::MAX))
            .collect();
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.node(*at).map_or(0, |node| node.depth)));
        for at in order {
            let Some(node) = self.node(at).filter(|_| at != ROOT) else { continue };
            let own = first.get(at).copied().unwrap_or(usize::MAX);
            if let Some(parent) = first.get_mut(node.parent) {
                *parent = own.min(*parent);
            }
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<Name> {
        text.chars().map(|c| Name::new(c.to_string())).collect()
    }

    fn forest(sets: &[&str]) -> Result<Forest, Misfit> {
        let mut forest = Forest::new();
        for (at, set) in sets.iter().enumerate() {
            forest.insert(at, &names(set))?;
        }
        Ok(forest)
    }

    fn path_of(forest: &Forest, statement: usize) -> Vec<Name> {
        let home = forest.nodes.iter().position(|node| node.statements.contains(&statement)).unwrap();
        let path = forest.path(home).flat_map(|at| forest.nodes[at].inames.clone());
        path.collect()
    }

    #[test]
    fn every_statement_gets_exactly_its_loops() {
        let orders: [&[&str]; 6] = [
            &["ijk", "ij", "i", ""],
            &["", "i", "ij", "ijk"],
            &["ijk", "i", "ik", "ikl"],
            &["ik", "ij", "i"],
            &["a", "b", "c", "a"],
            &["abcd", "abcd", "ab", "abce", "abcdf", "a"],
        ];
        for sets in orders {
            let forest = forest(sets).unwrap_or_else(|misfit| panic!("{sets:?}: {misfit:?}"));
            for (at, set) in sets.iter().enumerate() {
                let mut path = path_of(&forest, at);
                path.sort();
                let mut wanted = names(set);
                wanted.sort();
                assert_eq!(path, wanted, "statement {at} of {sets:?}");
            }
            for (at, node) in forest.nodes.iter().enumerate() {
                assert_eq!(node.depth, forest.path(at).count() - 1);
                assert!(node.children.iter().all(|child| forest.nodes[*child].parent == at));
            }
        }
    }

    #[test]
    fn sets_that_form_no_tree_are_refused() {
        for sets in [&["i", "ik", "k"][..], &["i", "j", "ij"], &["ij", "jk", "ijk"], &["ij", "jk", "ik"]] {
            assert!(forest(sets).is_err(), "{sets:?}");
        }
        assert_eq!(
            forest(&["i", "ik", "k"]).unwrap_err(),
            Misfit { inside: Name::new("k"), around: Name::new("i") }
        );
    }

    #[test]
    fn first_statements_reach_up_the_tree() {
        let forest = forest(&["ab", "c", "a", "cd"]).unwrap();
        let first = forest.first_statements();
        assert_eq!(first[ROOT], 0);
        assert_eq!(first[forest.home(&Name::new("a")).unwrap()], 0);
        assert_eq!(first[forest.home(&Name::new("d")).unwrap()], 3);
    }
}
