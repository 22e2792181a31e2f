//! Cycles of small graphs.

/// A graph over 0 to `edges.len() - 1`, searched depth first: the nodes with successors before predecessors,
/// and one cycle for each edge that closes one.
pub(crate) fn search(edges: &[Vec<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut search =
        Search { edges, state: vec![State::New; edges.len()], order: Vec::new(), cycles: Vec::new() };
    for root in 0..edges.len() {
        search.search_from(root);
    }
    (search.order, search.cycles)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

struct Search<'a> {
    edges: &'a [Vec<usize>],
    state: Vec<State>,
    order: Vec<usize>,
    cycles: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn set(&mut self, node: usize, state: State) {
        if let Some(slot) = self.state.get_mut(node) {
            *slot = state;
        }
    }

    /// Without recursion: chains of dependencies may be long.
    fn search_from(&mut self, root: usize) {
        if self.state.get(root) != Some(&State::New) {
            return;
        }
        self.set(root, State::Open);
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let successor = self.edges.get(node).and_then(|list| list.get(*next)).copied();
            *next += 1;
            match successor.map(|successor| (successor, self.state.get(successor))) {
                Some((successor, Some(State::New))) => {
                    self.set(successor, State::Open);
                    path.push((successor, 0));
                }
                Some((successor, Some(State::Open))) => {
                    let nodes = path.iter().map(|(node, _)| *node);
                    self.cycles.push(nodes.skip_while(|node| *node != successor).collect());
                }
                Some(_) => {}
                None => {
                    self.set(node, State::Done);
                    self.order.push(node);
                    path.pop();
                }
            }
        }
    }
}
