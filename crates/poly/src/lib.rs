//! Integer sets whose columns are addressed by name.
