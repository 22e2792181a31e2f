//! All tests of programs in Fortran.

mod examples;
mod lower;
mod mutations;
mod standard;
