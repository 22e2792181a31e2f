! `intent(out)` frees an allocatable argument when the routine begins. gfortran: k = 2, l = 1.
subroutine outer(n, k, l)
  integer n, k, l
  real, allocatable :: a(:), b(:)
  allocate (a(2), b(0:2))
  b = 4
  call nothing(a)
  k = merge(1, 2, allocated(a))
  call set(b)
  l = lbound(b, 1)
contains
  subroutine nothing(c)
    real, allocatable, intent(out) :: c(:)
  end subroutine
  subroutine set(c)
    real, allocatable, intent(out) :: c(:)
    c = [1., 2., 3.]
  end subroutine
end subroutine
