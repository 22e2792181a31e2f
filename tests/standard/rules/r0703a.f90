subroutine s(i1, i2, i4, i8, r4, r8, c4, c8, l, l1)
  integer(1) i1
  integer(kind=2) i2
  integer i4
  integer*8 i8
  real r4
  double precision r8
  complex c4
  complex(kind(1d0)) c8
  logical l
  logical(kind=1) l1
  i8 = i8/3 + i4 - i2 + i1/2_1
  r8 = r8/3 + r4/3
  c8 = c8*(0, 1) + c4
  l = l .neqv. l1
end subroutine
