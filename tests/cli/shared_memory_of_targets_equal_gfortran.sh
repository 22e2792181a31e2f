# Assignments whose targets share memory, or are placed by what they change; and labels of lines in fixed form.
cd "$OUT"
cat >shared.f90 <<'F'
subroutine two_targets(q, r)
  integer, intent(in) :: q(4)
  integer, intent(out) :: r(5)
  integer :: a(5), b(5), i
  equivalence (a(2), b(1))
  a = 0
  where (q > 0)
    a(1:4) = 1
    b(1:4) = 2
  end where
  do i = 1, 5
    r(i) = a(i)
  end do
end subroutine
subroutine selectors(n, r)
  integer, intent(in) :: n
  integer, intent(out) :: r(3)
  integer :: x, y, i, k, a(6)
  equivalence (x, y), (i, k)
  x = 1
  i = 2
  a = [1, 2, 3, 4, 5, 6]
  associate (t => x + 1, e => a(i), s => a(i:4))
    y = 5
    k = 3
    r(1) = t
    e = 100 + n
    r(2) = s(1)
    r(3) = size(s)
  end associate
end subroutine
F
cat >placed.f90 <<'F'
subroutine placed(r)
  integer, intent(out) :: r(6)
  integer :: a(6), m
  equivalence (a(1), m)
  a = 0
  m = 1
  a(m:m+2) = [7, 8, 9]
  r = a
end subroutine
F
cat >labels.f <<'F'
      SUBROUTINE LABELS(R)
      REAL R(6)
      INTEGER I
      DO 5 I = 1, 6
    5 R(I) = 0
      IF (R(1) .EQ. 0) GOTO 70
      R(1) = 1
   70 R(2) = 2; R(3) = 3
      DO 10 I = 1, 3
   10 R(5) = R(5) + 1; R(6) = R(6) + 1
      END
F
lprun --verify-fortran shared.f90 --device interp
lprun --verify-fortran labels.f --device interp
lptranslate --check placed.f90
