//! Arrays and their sections: which elements they have.

use super::super::symbols::Meaning;
use super::super::{ARRAY, LOOP, Resolver, TYPE};
use crate::arith::{self, Typed, describe};
use crate::hir::{self, Slice};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{Actual, Expr, Ident, Section};
use ir::{Expr as Value, Node, Scalar};

/// The elements along one axis of an array.
#[derive(Debug, Clone)]
pub(super) enum SectionAxis {
    /// A single one.
    At(Value),
    /// Those in equal distances.
    Range { first: Typed, step: Typed, length: Typed },
    /// Those that an array of subscripts names.
    Through { subscripts: Expr, length: Typed },
}

impl SectionAxis {
    /// How many elements there are, along an axis that the value has.
    pub(super) fn length(&self) -> Option<&Typed> {
        match self {
            SectionAxis::At(_) => None,
            SectionAxis::Range { length, .. } | SectionAxis::Through { length, .. } => Some(length),
        }
    }
}

/// The extents of the value that these elements are.
pub(super) fn extents(along: &[SectionAxis]) -> Vec<Typed> {
    along.iter().filter_map(SectionAxis::length).cloned().collect()
}

impl Resolver<'_> {
    /// The elements of a whole array, or of that section of it.
    pub(super) fn section_axes(
        &mut self,
        name: &Ident,
        actuals: Option<&[Actual]>,
        span: Span,
    ) -> Option<Vec<SectionAxis>> {
        if let Some(Meaning::Broken) = self.meaning(&name.name) {
            return self.broken(&name.name, name.span);
        }
        self.read_once(|resolver| match actuals {
            None => {
                let rank = resolver.rank(&name.name)?;
                let whole = Section { lower: None, upper: None, step: None, span };
                (0..rank).map(|axis| resolver.range(name, axis, &whole)).collect()
            }
            Some(actuals) => {
                let rank = resolver.rank(&name.name)?;
                let along: Option<Vec<SectionAxis>> = actuals
                    .iter()
                    .enumerate()
                    .map(|(axis, actual)| resolver.along_axis(name, axis, actual))
                    .collect();
                if actuals.len() == rank {
                    return along;
                }
                let (array, given) = (&name.name, actuals.len());
                resolver.error(ARRAY, format!("`{array}` has {rank} axes, not {given}"), span)
            }
        })
    }

    fn along_axis(&mut self, name: &Ident, axis: usize, actual: &Actual) -> Option<SectionAxis> {
        match actual {
            Actual::Keyword(keyword, _) => self.error(ARRAY, "a subscript has no name", keyword.span),
            Actual::Lacking(span) => self.error(ARRAY, "a subscript is a number", *span),
            Actual::Section(section) => self.range(name, axis, section),
            Actual::Value(value) => match self.shape(value).as_deref() {
                Some([length]) => {
                    Some(SectionAxis::Through { subscripts: value.clone(), length: length.clone() })
                }
                _ => Some(SectionAxis::At(self.subscript(value)?)),
            },
        }
    }

    /// A section as an actual argument.
    pub(in crate::resolve) fn section_actual(
        &mut self,
        keyword: Option<poly::Name>,
        name: &Ident,
        actuals: &[Actual],
        span: Span,
    ) -> Option<hir::Actual> {
        let along = self.section_axes(name, Some(actuals), span)?;
        let mut slices = Vec::new();
        for along in along {
            slices.push(match along {
                SectionAxis::At(subscript) => Slice::At(subscript),
                SectionAxis::Range { first, step, length } => {
                    Slice::Range { first: first.expr, step: step.expr, length: length.expr }
                }
                SectionAxis::Through { subscripts, .. } => {
                    let what = "a section with a list of subscripts as an argument";
                    return self.report(fortran_syntax::parse::unsupported_error(what, subscripts.span));
                }
            });
        }
        let first = slices.iter().map(|slice| match slice {
            Slice::At(first) | Slice::Range { first, .. } => first.clone(),
        });
        let ty = self.use_variable(&name.name, name.span);
        let given = hir::Given::Place(hir::Target { name: name.name.clone(), index: Some(first.collect()) });
        Some(hir::Actual { keyword, given, ty, may_change: true, section: Some(slices) })
    }

    /// The elements of a section along one axis.
    fn range(&mut self, name: &Ident, axis: usize, section: &Section) -> Option<SectionAxis> {
        let bounds = self.variables.get(&name.name)?.axes.as_ref()?.get(axis)?.clone();
        let one = Typed::new(Value::int(1), Scalar::I32);
        let step = match &section.step {
            Some(step) => self.section_bound(step)?,
            None => one.clone(),
        };
        if step.as_int() == Some(0) {
            return self.error(LOOP, "the step of a section cannot be 0", section.span);
        }
        let lower = self.typed(&bounds.lower);
        let mut bound = |given: &Option<Expr>, is_end: bool| match (given, &bounds.length) {
            (Some(bound), _) => self.section_bound(bound),
            (None, _) if !is_end => Some(lower.clone()),
            (None, Some(length)) => {
                let length = self.typed(length);
                let end = self.offset(&lower, &length, false);
                Some(self.offset(&end, &one, true))
            }
            (None, None) => {
                let error = Diagnostic::error(ARRAY, format!("the last axis of `{}` has no end", name.name));
                let help = format!("write one, such as `{}(1:n)`", name.name);
                self.report(error.at(section.span, "").help(help))
            }
        };
        // A bound that is left out is that of the array, whatever the step.
        let first = bound(&section.lower, false)?;
        let last = bound(&section.upper, true)?;
        let length = self.count(&first, &last, &step)?;
        Some(SectionAxis::Range { first, step, length })
    }

    fn section_bound(&mut self, bound: &Expr) -> Option<Typed> {
        let value = self.expr(bound)?;
        if !value.ty.is_integer() {
            let message = format!("the bound of a section is an integer, not {}", describe(value.ty));
            return self.error(TYPE, message, bound.span);
        }
        Some(value)
    }

    /// How many numbers there are from `first` to `last`; it may come out negative where there are none.
    pub(super) fn count(&mut self, first: &Typed, last: &Typed, step: &Typed) -> Option<Typed> {
        let one = Typed::new(Value::int(1), Scalar::I32);
        let distance = self.offset(last, first, true);
        Some(match step.as_int() {
            Some(1) => self.offset(&distance, &one, false),
            Some(step) => {
                let distance = if step < 0 { self.offset(first, last, true) } else { distance };
                let step = Value::int(step.saturating_abs());
                let steps = Node::FloorDiv(distance.expr, step);
                let count = Value::new(steps).plus(&Value::int(1));
                Typed::new(self.tidy(&count), distance.ty)
            }
            None => {
                let span = self.offset(&distance, step, false);
                arith::divide(&span, step).ok()?
            }
        })
    }

    /// The subscripts of the element being computed of an array.
    pub(super) fn element_index(&mut self, along: &[SectionAxis], span: Span) -> Option<Vec<Value>> {
        let at = self.element_of(&extents(along), span)?;
        let mut at = at.into_iter();
        along.iter().map(|along| self.element_along(along, &mut at)).collect()
    }

    fn element_along(&mut self, along: &SectionAxis, at: &mut dyn Iterator<Item = Typed>) -> Option<Value> {
        match along {
            SectionAxis::At(subscript) => Some(subscript.clone()),
            SectionAxis::Range { first, step, .. } => {
                let steps = arith::multiply(step, &at.next()?).ok()?;
                Some(self.offset(first, &steps, false).expr)
            }
            SectionAxis::Through { subscripts, length } => {
                let (at, length) = (at.next()?, length.clone());
                let computed = self.read_element(&[at], &[length], |resolver| resolver.subscript(subscripts));
                if let Some(elements) = &mut self.elements {
                    elements.outer.extend(computed.outer);
                }
                self.before.extend(computed.inner);
                computed.result
            }
        }
    }

    /// The element being computed of a whole array or of a section.
    pub(in crate::resolve) fn element(
        &mut self,
        name: &Ident,
        actuals: Option<&[Actual]>,
        span: Span,
    ) -> Option<Typed> {
        let along = self.section_axes(name, actuals, span)?;
        let index = self.element_index(&along, span)?;
        let ty = self.use_variable(&name.name, name.span);
        Some(Typed::new(Value::load(name.name.clone(), index), ty))
    }
}
