//! How much work a question about sets may take.

/// Steps that one operation on sets may take unless [`with_quota`](crate::with_quota) says otherwise.
pub(crate) const DEFAULT_QUOTA: u64 = 300_000;
