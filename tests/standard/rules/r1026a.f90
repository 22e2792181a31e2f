subroutine s(i, d, k)
  integer(1) i
  real(8) d
  integer k(4)
  k(1) = kind(i + 1) + 10*kind(d*i) + 100*kind(real(d)) + 1000*kind(1.5e0_8)
  k(2) = digits(d) + range(i) + precision(1.0) + maxexponent(d)
  k(3) = selected_int_kind(9) + 10*selected_real_kind(15) + bit_size(i)
  k(4) = kind(aimag((1d0, 1))) + 10*kind(cmplx(d, d)) + 100*kind(nint(d, 8))
end subroutine
