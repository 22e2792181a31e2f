//! Arrays of numbers of Rust.

use crate::Array;
use crate::array::{c_strides, elements};
use ir::Scalar;

/// A type of Rust that elements of arrays have.
pub trait Native: Copy {
    /// The type of such elements.
    const TY: Scalar;

    /// Its bytes, in the machine's order.
    fn to_bytes(self) -> Vec<u8>;

    /// The number of these bytes; `None` where they are not as many as it has.
    fn of_bytes(bytes: &[u8]) -> Option<Self>;
}

macro_rules! natives {
    ($($native:ty: $ty:ident),*) => { $(
        impl Native for $native {
            const TY: Scalar = Scalar::$ty;

            fn to_bytes(self) -> Vec<u8> {
                self.to_ne_bytes().to_vec()
            }

            fn of_bytes(bytes: &[u8]) -> Option<Self> {
                Some(<$native>::from_ne_bytes(bytes.try_into().ok()?))
            }
        }
    )* };
}

natives!(f32: F32, f64: F64, i8: I8, i16: I16, i32: I32, i64: I64, u8: U8, u16: U16, u32: U32, u64: U64);

impl Array {
    /// A dense array, the last axis contiguous; `None` where there are not as many numbers as the shape has
    /// places.
    pub fn from_numbers<T: Native>(shape: &[usize], numbers: &[T]) -> Option<Array> {
        let strides = c_strides(shape);
        let bytes = numbers.iter().flat_map(|number| number.to_bytes()).collect();
        let fits = elements(shape, &strides)? == numbers.len();
        fits.then(|| Array { ty: T::TY, shape: shape.to_vec(), strides, bytes })
    }

    /// All elements, the last axis running fastest; `None` where they are of another type.
    pub fn numbers<T: Native>(&self) -> Option<Vec<T>> {
        if self.ty != T::TY {
            return None;
        }
        let size = usize::try_from(T::TY.bytes()).ok()?;
        let element = |at: usize| {
            let start = at.checked_mul(size)?;
            T::of_bytes(self.bytes.get(start..start.checked_add(size)?)?)
        };
        self.offsets().map(element).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_hold_the_numbers_that_they_are_made_of() {
        let array = Array::from_numbers(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert_eq!(array.get(&[1, 0]), Some(crate::Value::f64(4.0)));
        let turned = Array { shape: vec![3, 2], strides: vec![1, 3], ..array.clone() };
        assert_eq!(turned.numbers(), Some(vec![1.0, 4.0, 2.0, 5.0, 3.0, 6.0]));
        assert_eq!(turned.numbers::<f32>(), None);
        assert!(
            Array::from_numbers(&[2, 3], &[1_i32]).is_none()
                && Array::from_numbers::<u8>(&[0, 3], &[]).is_some()
        );
    }
}
