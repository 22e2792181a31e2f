mod calls;
mod isolate;
mod operand;
mod product;
mod shared_scalar;
mod steps;
mod tile;

use crate::auto_parallel::attempt::{Atomics, Attempt};
use crate::auto_parallel::nest;
use crate::rewrite::reduced_inames;
use crate::{AddBarrier, AutoParallel};
use calls::call;
use diag::{Diagnostic, Severity};
use ir::Kernel;
use pass::{Applied, PosInt, Refusal, Rewrite, Transform};
use poly::Name;
use product::Product;
use std::collections::{BTreeMap, BTreeSet};

/// Computes products of matrices in tiles for a GPU; other nests run in parallel, as by `auto_parallel()`.
///
/// A product is a statement that adds up, over one loop, values made of two operands: one depends on this
/// loop and on a second one, the other on it and on a third one, as in `c(i,j) = c(i,j) + a(i,k)*b(k,j)`. It
/// may be an update, the sum of a scalar between other statements, or a `sum`, and it may stand under
/// conditions. Each value of an operand is used once for each iteration of the loop that it does not depend
/// on. So a work group takes a tile of the results, and fetches slices of both operands into local memory,
/// the next ones while it uses these. Each work item keeps a small tile of the results in registers, and what
/// it needs of the slices. How large tiles are follows from the bytes of an operand. Each result is added up
/// in the order that it had, so that nothing is rounded differently.
///
/// Sizes may be anything: code for devices has no test in the innermost loop. Where `assume` says that they
/// are multiples of the tile, there is no code for the ends.
///
/// Of a triangle, as in `c(i,j) = c(i,j) + a(i,k)*a(j,k)` for `j <= i`, groups on the other side of the
/// diagonal return at once, but on PoCL. Stencils need no tiles: each value is in a cache when a neighbour
/// wants it, and `auto_parallel()` reaches 0.94 of the speed of a copy for seven points in three dimensions.
///
/// Scalars that the loops compute become part of the operands, and statements that share loops with a product
/// get loops and a launch of their own. `lpopt --emit-pipeline` writes the steps that were taken, to be read
/// and edited. A warning says why another product stays as it is. Several products in branches of one kernel
/// may be more than can be decided: `specialize(..)` fixes what chooses among them.
///
/// Refused where there is no product, and where none is accepted in tiles.
///
/// ```lpir
/// # RUN: auto_tile()
/// lpir 1
///
/// kernel @product {
///   arg a : f32[256, 64] in
///   arg b : f32[64, 256] in
///   arg c : f32[256, 256] out
///   domain { [i, j, k] : 0 <= i <= 255 and 0 <= j <= 255 and 0 <= k <= 63 }
///   iname i
///   iname j
///   iname k
///   s: c[i, j] = sum(k, a[i, k]*b[k, j])  in(i, j)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @product {
///   arg a : f32[256, 64] layout(c) in
///   arg b : f32[64, 256] layout(c) in
///   arg c : f32[256, 256] layout(c) out
///   temp acc_k_outer_k_inner : f32 private
///   temp a_tile_slice : f32[2, 128, 16] layout(stride: 2108, stride: 1, stride: 132) auto
///   temp b_tile_slice : f32[2, 128, 16] layout(stride: 2048, stride: 1, stride: 128) auto
///   temp a_tile_slice_item : f32 auto
///   temp b_tile_slice_item : f32 auto
///   temp a_tile_slice_next : f32[8] private
///   temp b_tile_slice_next : f32[4, 2] layout(c) private
///   domain { [i_outer, i_inner_outer, i_inner_inner_outer_outer, i_inner_inner_outer_inner, i_inner_inner_inner, j_outer, j_inner_outer, j_inner_inner_outer, j_inner_inner_inner, k_outer, k_inner] : 0 <= i_outer <= 1 and 0 <= i_inner_outer <= 1 and 0 <= i_inner_inner_outer_outer <= 7 and 0 <= i_inner_inner_outer_inner <= 1 and 0 <= i_inner_inner_inner <= 3 and 0 <= j_outer <= 1 and 0 <= j_inner_outer <= 1 and 0 <= j_inner_inner_outer <= 15 and 0 <= j_inner_inner_inner <= 3 and 0 <= k_outer <= 3 and 0 <= k_inner <= 15 }
///   domain { [a_tile_at_outer, a_tile_at_inner] : 0 <= a_tile_at_outer <= 7 and 0 <= a_tile_at_inner <= 15 }
///   domain { [a_tile_sum_outer, a_tile_sum_inner, a_tile_sum_inner_store, a_tile_sum_inner_first] : 0 <= a_tile_sum_outer <= 1 and 0 <= a_tile_sum_inner <= 7 and 0 <= a_tile_sum_inner_store <= 7 and 0 <= a_tile_sum_inner_first <= 7 }
///   domain { [b_tile_at_outer, b_tile_at_outer_store, b_tile_at_outer_first, b_tile_at_inner_outer, b_tile_at_inner_inner] : 0 <= b_tile_at_outer <= 3 and 0 <= b_tile_at_outer_store <= 3 and 0 <= b_tile_at_outer_first <= 3 and 0 <= b_tile_at_inner_outer <= 15 and 0 <= b_tile_at_inner_inner <= 1 }
///   domain { [b_tile_sum_outer, b_tile_sum_inner, b_tile_sum_inner_store, b_tile_sum_inner_first] : 0 <= b_tile_sum_outer <= 7 and 0 <= b_tile_sum_inner <= 1 and 0 <= b_tile_sum_inner_store <= 1 and 0 <= b_tile_sum_inner_first <= 1 }
///   iname i_outer : g.1
///   iname i_inner_outer : ilp
///   iname i_inner_inner_outer_outer : l.2
///   iname i_inner_inner_outer_inner : l.0
///   iname i_inner_inner_inner : ilp
///   iname j_outer : g.0
///   iname j_inner_outer : ilp
///   iname j_inner_inner_outer : l.1
///   iname j_inner_inner_inner : ilp
///   iname k_outer
///   iname k_inner : unr_hint
///   iname a_tile_at_outer : l.2
///   iname a_tile_at_inner : l.1
///   iname a_tile_sum_outer : l.0
///   iname a_tile_sum_inner
///   iname a_tile_sum_inner_store
///   iname a_tile_sum_inner_first
///   iname b_tile_at_outer
///   iname b_tile_at_outer_store
///   iname b_tile_at_outer_first
///   iname b_tile_at_inner_outer : l.1
///   iname b_tile_at_inner_inner : l.0
///   iname b_tile_sum_outer : l.2
///   iname b_tile_sum_inner
///   iname b_tile_sum_inner_store
///   iname b_tile_sum_inner_first
///   a_tile_first: a_tile_slice[0, a_tile_at_inner + 16*a_tile_at_outer, a_tile_sum_inner_first + 8*a_tile_sum_outer] = a[a_tile_at_inner + 16*a_tile_at_outer + 128*i_outer, a_tile_sum_inner_first + 8*a_tile_sum_outer]  in(i_outer, j_outer, a_tile_at_outer, a_tile_at_inner, a_tile_sum_outer, a_tile_sum_inner_first)
///   a_tile: a_tile_slice_next[a_tile_sum_inner] = a[a_tile_at_inner + 16*a_tile_at_outer + 128*i_outer, a_tile_sum_inner + 8*a_tile_sum_outer + 16*k_outer + 16]  in(i_outer, j_outer, k_outer, a_tile_at_outer, a_tile_at_inner, a_tile_sum_outer, a_tile_sum_inner) if(k_outer <= 2)
///   b_tile_first: b_tile_slice[0, b_tile_at_inner_inner + 2*b_tile_at_inner_outer + 32*b_tile_at_outer_first, b_tile_sum_inner_first + 2*b_tile_sum_outer] = b[b_tile_sum_inner_first + 2*b_tile_sum_outer, b_tile_at_inner_inner + 2*b_tile_at_inner_outer + 32*b_tile_at_outer_first + 128*j_outer]  in(i_outer, j_outer, b_tile_at_outer_first, b_tile_at_inner_outer, b_tile_at_inner_inner, b_tile_sum_outer, b_tile_sum_inner_first)
///   b_tile: b_tile_slice_next[b_tile_at_outer, b_tile_sum_inner] = b[b_tile_sum_inner + 2*b_tile_sum_outer + 16*k_outer + 16, b_tile_at_inner_inner + 2*b_tile_at_inner_outer + 32*b_tile_at_outer + 128*j_outer]  in(i_outer, j_outer, k_outer, b_tile_at_outer, b_tile_at_inner_outer, b_tile_at_inner_inner, b_tile_sum_outer, b_tile_sum_inner) if(k_outer <= 2)
///   b_tile_slice_fetch: b_tile_slice_item = b_tile_slice[k_outer % 2, j_inner_inner_inner + 4*j_inner_inner_outer + 64*j_inner_outer, k_inner]  in(i_outer, i_inner_inner_outer_outer, i_inner_inner_outer_inner, j_outer, j_inner_outer, j_inner_inner_outer, j_inner_inner_inner, k_outer, k_inner) after(b_tile, b_tile_first)
///   b_tile_store: b_tile_slice[(k_outer + 1) % 2, b_tile_at_inner_inner + 2*b_tile_at_inner_outer + 32*b_tile_at_outer_store, b_tile_sum_inner_store + 2*b_tile_sum_outer] = b_tile_slice_next[b_tile_at_outer_store, b_tile_sum_inner_store]  in(i_outer, j_outer, k_outer, b_tile_at_outer_store, b_tile_at_inner_outer, b_tile_at_inner_inner, b_tile_sum_outer, b_tile_sum_inner_store) after(b_tile_slice_fetch, b_tile) if(k_outer <= 2)
///   a_tile_slice_fetch: a_tile_slice_item = a_tile_slice[k_outer % 2, i_inner_inner_inner + 4*i_inner_inner_outer_inner + 8*i_inner_inner_outer_outer + 64*i_inner_outer, k_inner]  in(i_outer, i_inner_outer, i_inner_inner_outer_outer, i_inner_inner_outer_inner, i_inner_inner_inner, j_outer, j_inner_inner_outer, k_outer, k_inner) after(a_tile, a_tile_first)
///   a_tile_store: a_tile_slice[(k_outer + 1) % 2, a_tile_at_inner + 16*a_tile_at_outer, a_tile_sum_inner_store + 8*a_tile_sum_outer] = a_tile_slice_next[a_tile_sum_inner_store]  in(i_outer, j_outer, k_outer, a_tile_at_outer, a_tile_at_inner, a_tile_sum_outer, a_tile_sum_inner_store) after(a_tile_slice_fetch, a_tile) if(k_outer <= 2)
///   s_init: acc_k_outer_k_inner = 0.0f  in(i_outer, i_inner_outer, i_inner_inner_outer_outer, i_inner_inner_outer_inner, i_inner_inner_inner, j_outer, j_inner_outer, j_inner_inner_outer, j_inner_inner_inner)
///   s_update: acc_k_outer_k_inner = acc_k_outer_k_inner + a_tile_slice_item*b_tile_slice_item  in(i_outer, i_inner_outer, i_inner_inner_outer_outer, i_inner_inner_outer_inner, i_inner_inner_inner, j_outer, j_inner_outer, j_inner_inner_outer, j_inner_inner_inner, k_outer, k_inner) after(s_init, a_tile, b_tile, a_tile_slice_fetch, b_tile_slice_fetch) over(k = k_inner + 16*k_outer)
///   s: c[i_inner_inner_inner + 4*i_inner_inner_outer_inner + 8*i_inner_inner_outer_outer + 64*i_inner_outer + 128*i_outer, j_inner_inner_inner + 4*j_inner_inner_outer + 64*j_inner_outer + 128*j_outer] = acc_k_outer_k_inner  in(i_outer, i_inner_outer, i_inner_inner_outer_outer, i_inner_inner_outer_inner, i_inner_inner_inner, j_outer, j_inner_outer, j_inner_inner_outer, j_inner_inner_inner) after(s_update)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct AutoTile {
    /// Iterations of a block of the loops that are in no product.
    #[arg(default = 128)]
    pub block: PosInt,
}

impl Rewrite for AutoTile {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut tiling = Tiling::try_all(kernel)?;
        if tiling.whole.steps.is_empty() {
            return Err(tiling.reasons.drain(..).next().unwrap_or_else(|| no_product(kernel)).into());
        }
        let as_warning = |reason: Diagnostic| Diagnostic { severity: Severity::Warning, ..reason };
        let mut warnings: Vec<Diagnostic> = tiling.reasons.drain(..).map(as_warning).collect();
        // A product alone has been accepted already, and whoever applies this step judges the result.
        let others = tiling.others();
        if let Some(others) = &others {
            let parallel =
                AutoParallel { block: self.block, reductions: false, work_items: true, atomics: false };
            let (steps, sequential) = parallel.steps_of_nests(others);
            steps.into_iter().try_for_each(|step| tiling.whole.apply(step))?;
            warnings.extend(sequential);
        }
        let is_accepted = others.is_none() && tiling.products == 1;
        let whole = if is_accepted { tiling.whole } else { tiling.whole.accepted_or_why()? };
        let Attempt { kernel, steps, .. } = whole;
        let calls = steps.iter().map(|step| step.call()).collect();
        Ok(Applied { kernel, warnings, calls })
    }
}

/// A kernel with products in tiles.
struct Tiling {
    whole: Attempt,
    /// How many there are.
    products: usize,
    /// The statements of products, and those that serve them.
    of_products: BTreeSet<Name>,
    /// Why other products are as they were.
    reasons: Vec<Diagnostic>,
}

impl Tiling {
    /// Tiles all products that are accepted by themselves.
    fn try_all(kernel: &Kernel) -> Result<Self, Refusal> {
        let whole = Attempt::without_steps(kernel, Atomics::None);
        let mut tiling = Tiling { whole, products: 0, of_products: BTreeSet::new(), reasons: Vec::new() };
        for id in kernel.statements.keys().filter(|id| is_deep(kernel, id)) {
            let mut tried = tiling.whole.clone();
            if isolate::substitute_scalars(&mut tried, id).is_err() {
                continue;
            }
            let Some(product) = Product::recognize(&tried.kernel, id)? else { continue };
            match accepted(tried.clone(), &product) {
                Ok((whole, statements)) => {
                    tiling.whole = whole;
                    tiling.products += 1;
                    tiling.of_products.extend(statements);
                }
                Err(Refusal(why)) => {
                    let shared = shared_scalar::refusal(&tried.kernel, &product);
                    tiling.reasons.extend(shared.or_else(|| why.into_iter().next()));
                }
            }
        }
        Ok(tiling)
    }

    /// A kernel of the statements that are in no product, if there are some.
    fn others(&self) -> Option<Kernel> {
        let (product, other) = (Name::new("product"), Name::new("other"));
        let name_of = |id: &Name| if self.of_products.contains(id) { product.clone() } else { other.clone() };
        let kernel = &self.whole.kernel;
        let has_others = kernel.statements.keys().any(|id| !self.of_products.contains(id));
        has_others.then(|| nest::kernel_of_nest(kernel, &other, &name_of))
    }
}

/// Whether a statement is in as many loops as a product.
fn is_deep(kernel: &Kernel, id: &Name) -> bool {
    let Some(statement) = kernel.statements.get(id) else { return false };
    statement.inames.len() + reduced_inames(kernel, statement).len() >= 3
}

/// The kernel with a product in tiles, if that is accepted where the product is all there is; and its
/// statements.
fn accepted(mut whole: Attempt, product: &Product) -> Result<(Attempt, BTreeSet<Name>), Refusal> {
    let product = isolate::isolate(&mut whole, product)?;
    let name_of = |id: &Name| nest::name(&whole.kernel, &BTreeMap::new(), id);
    let nest = name_of(&product.statement);
    let alone = nest::kernel_of_nest(&whole.kernel, &nest, &name_of);
    // Other versions of the product are there for its sake, and none of its nest.
    let of_nest: Vec<Name> = alone.statements.keys().filter(|id| name_of(id) == nest).cloned().collect();
    let mut tried = Attempt::without_steps(&alone, Atomics::None);
    steps::tile(&mut tried, &product)?;
    let known: BTreeSet<Name> = whole.kernel.statements.keys().cloned().collect();
    tried.accepted_or_why()?.steps.into_iter().try_for_each(|step| whole.apply(step))?;
    let added = whole.kernel.statements.keys().filter(|id| !known.contains(*id)).cloned();
    let statements = of_nest.into_iter().chain(added).collect();
    own_launch(&mut whole, &product.statement, &statements)?;
    Ok((whole, statements))
}

/// Ends launches before and behind a product and what serves it: its groups are others than those of other
/// nests.
fn own_launch(whole: &mut Attempt, product: &Name, statements: &BTreeSet<Name>) -> Result<(), Refusal> {
    let kernel = &whole.kernel;
    let text = |ids: Vec<&Name>| ids.iter().map(|id| format!("id:{id}")).collect::<Vec<_>>().join(" or ");
    let assigns = |id: &&Name| kernel.statements.get(*id).is_some_and(|own| own.target().is_some());
    let (own, others): (Vec<&Name>, Vec<&Name>) =
        kernel.statements.keys().filter(assigns).partition(|id| statements.contains(*id));
    let is_before = |id: &&Name| kernel.comes_after(product, id);
    let is_behind = |id: &&Name| kernel.comes_after(id, product);
    let before = text(others.iter().copied().filter(is_before).collect());
    let behind = text(others.iter().copied().filter(is_behind).collect());
    let own = text(own);
    for (first, second) in [(before, own.clone()), (own, behind)] {
        if !first.is_empty() && !second.is_empty() {
            call(AddBarrier::SPEC).arg(first).keyword("insn_after", second).take(whole)?;
        }
    }
    Ok(())
}

fn no_product(kernel: &Kernel) -> Diagnostic {
    let message = format!("no statement of `{}` is a product that fills tiles", kernel.name);
    Diagnostic::error("lp::tile::none", message)
        .note("a product adds up, over one loop, values made of two operands".to_owned())
        .note("its three loops have no tag, and constants do not say that they are shorter than a tile".to_owned())
        .help("`auto_parallel()` runs in parallel what has no such reuse; `split_iname` and `add_prefetch` make other tiles")
}
