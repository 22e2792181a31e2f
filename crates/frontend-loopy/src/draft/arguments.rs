//! Arguments: declared ones in their order, then guessed ones by name.

use super::{Draft, Locate};
use crate::blocks::Program;
use crate::lower::Lowering;
use crate::names::{Symbol, Symbols, has_gaps, scalar};
use crate::text::tree::{Clause, Declaration, Shape, Word};
use diag::{Diagnostic, Span, nearest};
use ir::affine;
use ir::{Access, Arg, ArgKind, Axis, Expr, Layout, Name, Scalar};
use poly::{Aff, Constraint, Set};
use std::collections::BTreeSet;

const CODE: diag::Code = "lp::loopy::argument";
const CLAUSES: &[&str] = &["in", "out", "inout", "layout", "offset"];

impl Draft {
    pub(super) fn arguments(
        &mut self,
        program: &Program<'_>,
        symbols: &Symbols,
        params: &[(Name, Span)],
        locate: Locate<'_>,
    ) {
        for declaration in &program.declarations {
            if let Some(values) = &declaration.values {
                let message = "the caller gives the values of arguments";
                let help = "only temporaries have initial values: `temps t : float64[2] = [1, 2]`";
                self.errors.push(Diagnostic::error(CODE, message).at(values.span, "").help(help));
            }
            self.declaration(declaration, symbols, locate);
        }
        for (name, span) in &symbols.guessed {
            if !self.kernel.args.contains_key(name) {
                self.guess(name, *span, symbols, locate);
            }
        }
        let bounds: BTreeSet<&Name> = params.iter().map(|(name, _)| name).collect();
        for (_, arg) in self.kernel.args.iter_mut().filter(|(name, _)| bounds.contains(name)) {
            if arg.kind == ArgKind::Value {
                arg.ty = arg.ty.or(Some(Scalar::I32));
            }
        }
        for (_, temp) in self.kernel.temps.iter_mut().filter(|(name, _)| bounds.contains(name)) {
            temp.ty = temp.ty.or(Some(Scalar::I32));
        }
    }

    fn guess(&mut self, name: &Name, span: Span, symbols: &Symbols, locate: Locate<'_>) {
        let kind = match symbols.kinds.get(name) {
            Some(Symbol::Array(rank)) => {
                self.shapeless.insert(name.clone());
                ArgKind::Array { shape: vec![None; *rank], layout: Layout::c(*rank), access: Access::InOut }
            }
            Some(Symbol::Value) => ArgKind::Value,
            _ => return,
        };
        let arg = Arg { ty: None, kind, loc: locate(span), origin: span.into() };
        self.kernel.args.insert(name.clone(), arg);
    }

    fn declaration(&mut self, declaration: &Declaration, symbols: &Symbols, locate: Locate<'_>) {
        let Some(ty) = &declaration.ty else {
            for word in &declaration.names {
                let name = Name::from(word.text.as_str());
                if symbols.guessed.contains_key(&name) {
                    self.guess(&name, word.span, symbols, locate);
                } else if !self.kernel.args.contains_key(&name) {
                    let message =
                        format!("`{name}` is declared without a type and is not used as an argument");
                    self.errors.push(Diagnostic::error(CODE, message).at(word.span, ""));
                }
            }
            return;
        };
        let scalar = self.scalar(ty);
        if declaration.shape == Shape::Open {
            return self.open(declaration, scalar, symbols, locate);
        }
        let Some((kind, with_access)) = self.kind(declaration, symbols) else { return };
        for word in &declaration.names {
            let name = Name::from(word.text.as_str());
            if with_access {
                self.with_access.insert(name.clone());
            }
            let arg =
                Arg { ty: scalar, kind: kind.clone(), loc: locate(word.span), origin: word.span.into() };
            self.kernel.args.insert(name, arg);
        }
    }

    /// Arrays of which use tells the axes; one that is not used has one axis of unknown extent.
    fn open(&mut self, declaration: &Declaration, ty: Option<Scalar>, symbols: &Symbols, locate: Locate<'_>) {
        for word in &declaration.names {
            let name = Name::from(word.text.as_str());
            let rank = match symbols.kinds.get(&name) {
                Some(Symbol::Array(rank)) => *rank,
                Some(_) => {
                    let message = format!("`{name}` is declared as an array and used without subscripts");
                    self.errors.push(Diagnostic::error(CODE, message).at(word.span, ""));
                    continue;
                }
                None => 1,
            };
            let axes = Shape::Axes(vec![None; rank]);
            let Some((kind, with_access)) =
                self.kind(&Declaration { shape: axes, ..declaration.clone() }, symbols)
            else {
                return;
            };
            if symbols.kinds.contains_key(&name) {
                self.shapeless.insert(name.clone());
            }
            if with_access {
                self.with_access.insert(name.clone());
            }
            let arg = Arg { ty, kind, loc: locate(word.span), origin: word.span.into() };
            self.kernel.args.insert(name, arg);
        }
    }

    /// The type of that name; none for `auto` and for what is no type.
    fn scalar(&mut self, ty: &Word) -> Option<Scalar> {
        if ty.text == "auto" {
            return None;
        }
        scalar(ty).map_err(|problem| self.errors.push(problem)).ok()
    }

    /// The kind of a declared argument, and whether its access is declared too.
    fn kind(&mut self, declaration: &Declaration, symbols: &Symbols) -> Option<(ArgKind, bool)> {
        let Shape::Axes(extents) = &declaration.shape else {
            if let Some(clause) = declaration.clauses.first() {
                let message = "a value argument has no layout and is only read";
                self.errors.push(Diagnostic::error(CODE, message).at(clause.word.span, ""));
                return None;
            }
            return Some((ArgKind::Value, false));
        };
        let mut shape = Vec::new();
        for extent in extents {
            let mut lowering = Lowering { symbols, formals: &[], errors: &mut self.errors };
            shape.push(match extent {
                Some(expr) => Some(lowering.expr(expr)?),
                None => None,
            });
        }
        let mut layout = Layout::c(shape.len());
        let mut access = None;
        for clause in &declaration.clauses {
            match clause.word.text.as_str() {
                "in" => access = Some(Access::In),
                "out" => access = Some(Access::Out),
                "inout" => access = Some(Access::InOut),
                "layout" => layout = self.layout(clause, shape.len(), symbols)?,
                "offset" => self.offset(clause, declaration, symbols, &mut shape)?,
                _ => return self.unknown_clause(clause),
            }
        }
        let kind = ArgKind::Array { shape, layout, access: access.unwrap_or(Access::InOut) };
        Some((kind, access.is_some()))
    }

    /// `offset(elements: 3)`: what the caller passes has more elements, before those that subscripts count
    /// from.
    fn offset(
        &mut self,
        clause: &Clause,
        declaration: &Declaration,
        symbols: &Symbols,
        shape: &mut [Option<Expr>],
    ) -> Option<()> {
        let problem = match (clause.axes.as_slice(), &mut *shape) {
            ([(word, Some(offset))], [extent]) if word.text == "elements" && !has_gaps(declaration) => {
                let mut lowering = Lowering { symbols, formals: &[], errors: &mut self.errors };
                let offset = lowering.expr(offset)?;
                *extent = extent.as_ref().map(|extent| extent.plus(&offset));
                return self.assume_not_negative(&offset, clause.word.span);
            }
            ([(word, Some(_))], _) if word.text == "elements" => {
                "only an array of one axis without gaps begins at an offset"
            }
            _ => "an offset is a number of elements: `offset(elements: 3)`",
        };
        let problem = Diagnostic::error(CODE, problem).at(clause.word.span, "");
        self.errors.push(problem.help("put the offset into the subscripts"));
        None
    }

    fn assume_not_negative(&mut self, offset: &Expr, span: Span) -> Option<()> {
        let aff = affine::to_aff(offset).filter(|aff| aff.as_constant().is_none());
        let Some(below) = aff.and_then(|aff| Constraint::ge(&aff, &Aff::constant(0))) else {
            return Some(());
        };
        let names: Vec<Name> = below.aff.names().into_iter().collect();
        let joint = Set::universe(&names, &[])
            .and_then(|all| self.kernel.assumptions.intersect(&all.add_constraints(&[below])?));
        match joint {
            Ok(joint) => self.kernel.assumptions = joint,
            Err(problem) => {
                self.errors.push(Diagnostic::error(CODE, problem.to_string()).at(span, ""));
                return None;
            }
        }
        Some(())
    }

    fn unknown_clause<T>(&mut self, clause: &Clause) -> Option<T> {
        let word = &clause.word;
        let diagnostic = Diagnostic::error(CODE, format!("unknown clause `{}`", word.text)).at(word.span, "");
        self.errors.push(match nearest(&word.text, CLAUSES.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => {
                diagnostic.help("the clauses are `layout(c)`, `offset(elements: 1)`, `in`, `out` and `inout`")
            }
        });
        None
    }

    /// `layout(c)`, `layout(f)`, `layout(sep, N1, N0)` or `layout(stride: 1, stride: n)`.
    pub(super) fn layout(&mut self, clause: &Clause, rank: usize, symbols: &Symbols) -> Option<Layout> {
        if let [(word, None)] = clause.axes.as_slice() {
            match word.text.as_str() {
                "c" | "C" => return Some(Layout::c(rank)),
                "f" | "F" => return Some(Layout::f(rank)),
                _ => {}
            }
        }
        let mut axes = Vec::new();
        for (word, stride) in &clause.axes {
            let level = word.text.strip_prefix('N').and_then(|level| level.parse().ok());
            axes.push(match (word.text.as_str(), stride, level) {
                ("stride", Some(stride), _) => {
                    let mut lowering = Lowering { symbols, formals: &[], errors: &mut self.errors };
                    Axis::Stride(lowering.expr(stride)?)
                }
                (_, None, Some(level)) => Axis::Level(level),
                ("sep", None, _) => Axis::Separate,
                _ => {
                    let message = format!("`{}` describes no axis", word.text);
                    let help =
                        "layouts are `c`, `f`, levels such as `N1, N0`, `stride: n, stride: 1`, or `sep`";
                    self.errors.push(Diagnostic::error(CODE, message).at(word.span, "").help(help));
                    return None;
                }
            });
        }
        if axes.len() != rank {
            let message = format!("the layout lists {} axes, the array has {rank}", axes.len());
            self.errors.push(Diagnostic::error(CODE, message).at(clause.word.span, ""));
            return None;
        }
        Some(Layout(axes))
    }
}
