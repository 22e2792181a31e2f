//! Claim: a jump backward, to a label in a block around it, starts another iteration of a loop that begins at
//! the label.
//!
//! The loop reaches to the last statement of the block that jumps to the label, and is left behind it. Where
//! a jump from behind leads to a label within, the loop reaches to that jump too. Jumps forward are the next
//! rewrite's.

use fortran_sema::hir::{Loop, Node, NodeKind, Routine, blocks_mut, visit};
use ir::Scalar;
use poly::Name;
use std::rc::Rc;

/// Makes loops of all jumps backward.
pub(super) fn rewrite(routine: &mut Routine) {
    let body = std::mem::take(&mut routine.body);
    routine.body = block(body, routine);
}

fn block(mut nodes: Vec<Node>, routine: &mut Routine) -> Vec<Node> {
    let mut done = Vec::new();
    while let Some((label, start, end)) = first_target(&nodes) {
        let rest = nodes.split_off(end + 1);
        let mut body = nodes.split_off(start + 1);
        let place = nodes.last().cloned();
        done.extend(nodes.into_iter().map(|node| inner(node, routine)));
        nodes = rest;
        let Some(place) = place else { continue };
        let variable = routine.add_scalar("iteration", Scalar::I64, place.span);
        body.iter_mut().for_each(|node| redirect(node, label, &variable));
        let node = |kind| Node { kind, span: place.span, tags: Rc::clone(&place.tags) };
        if !body.last().is_some_and(|last| matches!(last.kind, NodeKind::Cycle(_) | NodeKind::Goto(_))) {
            body.push(node(NodeKind::Exit(variable.clone())));
        }
        done.push(node(NodeKind::Loop(Loop::endless(variable, block(body, routine)))));
    }
    done.extend(nodes.into_iter().map(|node| inner(node, routine)));
    done
}

fn inner(mut node: Node, routine: &mut Routine) -> Node {
    for nodes in blocks_mut(&mut node) {
        *nodes = block(std::mem::take(nodes), routine);
    }
    node
}

/// The first label of a block that statements behind it jump to, where it stands, and the last statement of
/// its loop.
fn first_target(nodes: &[Node]) -> Option<(u32, usize, usize)> {
    let last = |label: u32| nodes.iter().rposition(|node| jumps(node, label));
    let labels = |from: usize, to: usize| {
        let label = |(at, node): (usize, &Node)| match node.kind {
            NodeKind::Label(label) => Some((label, at)),
            _ => None,
        };
        nodes.iter().enumerate().take(to).skip(from).filter_map(label).collect::<Vec<_>>()
    };
    labels(0, nodes.len()).into_iter().find_map(|(label, start)| {
        let mut end = last(label).filter(|end| *end > start)?;
        loop {
            let further = labels(start, end + 1).into_iter().filter_map(|(label, _)| last(label)).max();
            match further.filter(|further| *further > end) {
                Some(further) => end = further,
                None => return Some((label, start, end)),
            }
        }
    })
}

fn jumps(node: &Node, label: u32) -> bool {
    let mut found = false;
    visit(std::slice::from_ref(node), &mut |inner| {
        found |= matches!(inner.kind, NodeKind::Goto(to) if to == label);
    });
    found
}

/// Jumps to the label start the next iteration.
fn redirect(node: &mut Node, label: u32, variable: &Name) {
    if matches!(node.kind, NodeKind::Goto(to) if to == label) {
        node.kind = NodeKind::Cycle(variable.clone());
    }
    blocks_mut(node).into_iter().flatten().for_each(|inner| redirect(inner, label, variable));
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    fn loops(statements: &str) -> String {
        body("gotos", statements)
    }

    #[test]
    fn a_jump_backward_is_a_loop() {
        assert_eq!(
            loops("k = 0\n10 k = k + 1\nx(k) = 1\nif (k < n) goto 10\ny(1) = 2"),
            "k = 0\ndo iteration = 0, 999999999999999999\n  k = k + 1\n  x[k] = 1.0f\n  if (k < n) then\n    cycle iteration\n  end if\n  exit iteration\n\
             end do\ny[1] = 2.0f"
        );
        assert_eq!(
            loops("k = 0\n10 if (k > n) goto 20\nk = k + 1\ngoto 10\n20 y(1) = k"),
            "k = 0\ndo iteration = 0, 999999999999999999\n  if (k > n) then\n    exit iteration\n  else\n    k = k + 1\n    cycle iteration\n  end if\nend do\n\
             y[1] = cast(f32, k)"
        );
    }

    #[test]
    fn loops_that_overlap_nest() {
        let text = loops("10 k = 1\n20 x(k) = 1\nif (x(1) > 0) goto 10\ny(k) = 1\nif (x(2) > 0) goto 20");
        assert_eq!(
            text,
            "do iteration = 0, 999999999999999999\n  k = 1\n  do iteration_0 = 0, 999999999999999999\n    x[k] = 1.0f\n    if (x[1] > 0) then\n      cycle iteration\n    \
             end if\n    y[k] = 1.0f\n    if (x[2] > 0) then\n      cycle iteration_0\n    end if\n    exit iteration_0\n  \
             end do\n  exit iteration\nend do"
        );
    }

    #[test]
    fn loops_around_the_jump_are_left() {
        let text = loops("10 k = 1\ndo i = 1, n\nif (x(i) > 0) goto 10\nend do\ny(1) = 1");
        assert_eq!(
            text,
            "do iteration = 0, 999999999999999999\n  k = 1\n  do i = 1, n\n    if (x[i] > 0) then\n      cycle iteration\n    end if\n  end do\n  exit iteration\n\
             end do\ny[1] = 1.0f"
        );
    }
}
