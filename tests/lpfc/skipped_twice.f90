! lpfc c openmp opencl:
! Statements behind a second `cycle` do not run where the branch that it stands in has skipped them.
subroutine s(n, f, g, k)
  implicit none
  integer, intent(in) :: n, f(n), g(n)
  integer, intent(out) :: k(n)
  integer :: i
  do i = 1, n
    k(i) = 0
    if (f(i) > 0) then
      if (g(i) == 1) cycle
    end if
    if (f(i) > 1) then
      if (g(i) == 2) cycle
    end if
    k(i) = 1
  end do
end subroutine
subroutine r(n, f, g, k)
  implicit none
  integer, intent(in) :: n, f(n), g(n)
  integer, intent(out) :: k
  integer :: i
  k = 0
  do i = 1, n
    if (f(i) > 0) then
      if (g(i) == 1) then
        k = k + 10
        cycle
      end if
    end if
    if (f(i) > 1) then
      if (g(i) == 2) then
        k = k + 100
        cycle
      end if
    end if
    k = k + 1
  end do
end subroutine
subroutine t(n, f, g, k)
  implicit none
  integer, intent(in) :: n, f(n), g(n)
  integer, intent(inout) :: k(n)
  integer :: i
  do i = 1, n
    if (f(i) > 0) then
      if (g(i) == 1) then
        k(i) = 10
        cycle
      end if
    end if
    if (f(i) > 1) then
      if (g(i) == 2) then
        k(i) = 100
        cycle
      end if
    end if
    k(i) = k(i) + 1
  end do
end subroutine
subroutine u(n, f, g, k, m)
  implicit none
  integer, intent(in) :: n, f, g
  integer, intent(inout) :: k(n), m
  integer :: i
  m = 0
  do i = 1, n
    k(i) = i
  end do
  if (f > 0) then
    if (k(1) == g) then
      m = 10
      return
    end if
  end if
  if (f > 1) then
    if (k(2) == g) then
      m = 20
      return
    end if
  end if
  m = m + 1
end subroutine
program p
  implicit none
  integer :: k(6), m
  call s(6, [0,1,1,2,2,2], [1,1,2,1,2,3], k); print *, k
  call r(6, [0,1,1,2,2,2], [1,1,2,1,2,3], m); print *, m
  k = 0
  call t(6, [0,1,1,2,2,2], [1,1,2,1,2,3], k); print *, k
  call u(6, 2, 2, k, m); print *, m
  call u(6, 2, 1, k, m); print *, m
end program
