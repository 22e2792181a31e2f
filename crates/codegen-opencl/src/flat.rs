//! Positions in memory, from subscripts and strides.

use ir::{Expr, Node};

/// The position in memory; constant parts are added up and come last.
pub(crate) fn flat(index: &[Expr], strides: &[Expr]) -> Expr {
    let (mut terms, mut offset) = (Vec::new(), 0_i64);
    for (subscript, stride) in joined(index, strides) {
        let constant = stride.as_int().zip(subscript.as_int()).and_then(|(a, b)| a.checked_mul(b));
        match (stride.as_int(), subscript.as_int(), constant.and_then(|sum| offset.checked_add(sum))) {
            (_, _, Some(sum)) => offset = sum,
            (_, Some(0), _) => {}
            (_, Some(1), _) => terms.push(stride),
            (Some(1), _, _) => terms.push(subscript),
            _ => terms.push(stride.times(&subscript)),
        }
    }
    if offset != 0 || terms.is_empty() {
        terms.push(Expr::int(offset));
    }
    Expr::sum(terms)
}

/// Subscripts with their strides. A number that was taken apart into a row and a column is whole again: as
/// `t % n` and `t // n` along neighbouring axes, where a step along the second one is `n` along the first.
/// Arrays that a called routine counts through are used so.
fn joined(index: &[Expr], strides: &[Expr]) -> Vec<(Expr, Expr)> {
    let mut parts: Vec<(Expr, Expr)> = Vec::new();
    for (subscript, stride) in index.iter().zip(strides).rev() {
        let mut part = (subscript.clone(), stride.clone());
        // A number that is whole again may be the column of another one.
        while let Some(whole) =
            parts.last().and_then(|next| whole(&part, next).or_else(|| whole(next, &part)))
        {
            parts.pop();
            part = whole;
        }
        parts.push(part);
    }
    parts.reverse();
    parts
}

/// The number of which a row and a column are made, with its stride.
fn whole(row: &(Expr, Expr), column: &(Expr, Expr)) -> Option<(Expr, Expr)> {
    let (Node::Mod(number, length), Node::FloorDiv(same, by)) = (row.0.node(), column.0.node()) else {
        return None;
    };
    let is_whole = number == same && length == by && is_product(&column.1, &row.1, length);
    is_whole.then(|| (added_up(number), row.1.clone()))
}

/// A sum without sums in it, whose constants are one.
fn added_up(number: &Expr) -> Expr {
    fn add(number: &Expr, terms: &mut Vec<Expr>, offset: &mut i64) {
        match (number.node(), number.as_int().and_then(|number| offset.checked_add(number))) {
            (Node::Sum(inner), _) => inner.iter().for_each(|term| add(term, terms, offset)),
            (_, Some(sum)) => *offset = sum,
            _ => terms.push(number.clone()),
        }
    }
    let (mut terms, mut offset) = (Vec::new(), 0);
    add(number, &mut terms, &mut offset);
    if offset != 0 || terms.is_empty() {
        // `5 - k`, but `k - 5`.
        let at = if terms.first().is_some_and(is_taken_away) { 0 } else { terms.len() };
        terms.insert(at, Expr::int(offset));
    }
    Expr::sum(terms)
}

fn is_taken_away(term: &Expr) -> bool {
    match term.node() {
        Node::Product(factors) => factors.first().and_then(Expr::as_int).is_some_and(|factor| factor < 0),
        _ => false,
    }
}

fn is_product(product: &Expr, a: &Expr, b: &Expr) -> bool {
    let (Some((number, mut left)), Some((of_a, in_a)), Some((of_b, in_b))) =
        (factors(product), factors(a), factors(b))
    else {
        return false;
    };
    let mut take = |factor: &&Expr| match left.iter().position(|other| other == factor) {
        Some(at) => left.swap_remove(at) == *factor,
        None => false,
    };
    let has_all = in_a.iter().chain(&in_b).all(&mut take);
    has_all && left.is_empty() && of_a.checked_mul(of_b) == Some(number)
}

/// A number, and the other factors of a product.
fn factors(expr: &Expr) -> Option<(i64, Vec<&Expr>)> {
    match expr.node() {
        Node::Int(number) => Some((*number, Vec::new())),
        Node::Product(factors) => {
            let mut numbers = factors.iter().filter_map(Expr::as_int);
            let number = numbers.try_fold(1_i64, i64::checked_mul)?;
            Some((number, factors.iter().filter(|factor| factor.as_int().is_none()).collect()))
        }
        _ => Some((1, vec![expr])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken_apart(number: &Expr, lengths: &[Expr]) -> Vec<Expr> {
        let mut rest = number.clone();
        let mut digits = Vec::new();
        for length in lengths {
            digits.push(Expr::new(Node::Mod(rest.clone(), length.clone())));
            rest = Expr::new(Node::FloorDiv(rest, length.clone()));
        }
        digits.push(rest);
        digits
    }

    #[test]
    fn numbers_that_were_taken_apart_are_whole_again() {
        let [t, n, m, other] = ["t", "n", "m", "other"].map(Expr::var);
        let strides = [Expr::int(1), n.clone(), m.times(&n)];
        let digits = taken_apart(&t, &[n.clone(), m.clone()]);
        assert_eq!(flat(&digits, &strides), t);
        let reversed: Vec<Expr> = digits.iter().rev().cloned().collect();
        let strides_of_rows: Vec<Expr> = strides.iter().rev().cloned().collect();
        assert_eq!(flat(&reversed, &strides_of_rows), t);
        // Rows of another length lie elsewhere.
        let digits = taken_apart(&t, std::slice::from_ref(&other));
        assert_ne!(flat(&digits, &strides[..2]), t);
        let digits = taken_apart(&t, &[Expr::int(4), Expr::int(3)]);
        assert_eq!(flat(&digits, &[Expr::int(2), Expr::int(8), Expr::int(24)]), Expr::int(2).times(&t));
        assert_ne!(flat(&digits, &[Expr::int(2), Expr::int(9), Expr::int(27)]), Expr::int(2).times(&t));
    }
}
