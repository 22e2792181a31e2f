# A file that a source needs and that gfortran does not build is named.
cd "$OUT"
cat > helper.f90 <<'TEXT'
module helper
contains
  real(8) function twice(x)
    real(8), intent(in) :: x
    twice = 2*x
  end function
  subroutine other(x)
    real(8), intent(in) :: x
    call f(x) y
  end subroutine
end module
TEXT
cat > user.f90 <<'TEXT'
subroutine user(x)
  use helper
  real(8), intent(inout) :: x
  x = twice(x)
end subroutine
subroutine alone(x)
  real(8), intent(inout) :: x
  x = x + 1
end subroutine
TEXT
lprun --verify-fortran user.f90 --cases 5
