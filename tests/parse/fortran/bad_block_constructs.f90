subroutine grows(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: k
  k = n/2
  block
    real :: v(k)
    v = x(1:k)
    x(1:k) = v + 1
  end block
end subroutine
subroutine imports(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  block
    use, intrinsic :: iso_c_binding
    x(1) = 0
  end block
end subroutine
subroutine counts(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  block
    integer :: i
    x = [(real(i), i = 1, n)]
  end block
end subroutine
subroutine late(x)
  real, intent(inout) :: x
  block
    x = 1
    real :: y
  end block
end subroutine
subroutine unended(x)
  real, intent(inout) :: x
  block
    x = 1
end subroutine
subroutine ended(x)
  real, intent(inout) :: x
  x = 1
  end block
end subroutine
