! lpfc c openmp: --outline
! `line` and `both` are work arrays of one loop each, which runs once: each iteration has its own. `twice` is used
! by two loops, `before` keeps values from one iteration of the loop around to the next, `kept` from call to call,
! and `y` and `tripled` are values of functions.
module sizes
  integer, parameter :: m = 30
end module
module stencil
  implicit none
  integer, parameter :: m = 40
contains
  subroutine smooth(u, v, n, say)
    integer, intent(in) :: n
    logical, intent(in) :: say
    double precision, intent(inout) :: u(m, m), v(m, m)
    integer, parameter :: w = 40
    double precision :: line(w), both(0:w - 1), twice(w), before(w), kept(w)
    integer :: i, j, k
    save kept
    if (say) print *, 'smooth'
    do j = 2, n - 1
      do i = 1, n
        line(i) = u(i, j - 1) + u(i, j + 1)
        both(i - 1) = line(i) - u(i, j)
      end do
      do i = 2, n - 1
        v(i, j) = line(i - 1) + line(i + 1) + 0.25d0*both(i)
      end do
    end do
    do i = 1, n
      twice(i) = v(i, 2)
    end do
    do j = 3, n - 1
      do i = 1, n
        v(i, j) = v(i, j) + twice(i)
        twice(i) = v(i, j)
      end do
    end do
    before = 0.5d0
    do k = 1, 3
      do i = 1, n
        u(i, 1) = u(i, 1) + before(i)
        before(i) = u(i, 1)
      end do
    end do
    do j = 1, n
      if (say) kept(j) = u(j, 2)
      v(j, 1) = v(j, 1) + kept(j)
    end do
  end subroutine
  function doubled(x, total) result(y)
    double precision, intent(in) :: x(m)
    double precision, intent(inout) :: total(m)
    double precision :: y(40)
    integer :: i
    if (x(1) > 1d9) print *, 'large'
    do i = 1, m
      y(i) = 2*x(i)
      total(i) = total(i) + y(i)
    end do
  end function
  function tripled(x, total)
    double precision, intent(in) :: x(m)
    double precision, intent(inout) :: total(m)
    double precision :: tripled(40)
    integer :: i
    if (x(1) > 1d9) print *, 'large'
    do i = 1, m
      tripled(i) = 3*x(i)
      total(i) = total(i) + tripled(i)
    end do
  end function
  ! Constants of the module are bounds too; the module that the second routine uses has another `m`.
  subroutine hosted(u, say)
    logical, intent(in) :: say
    double precision, intent(inout) :: u(m, m)
    double precision :: line(m)
    integer :: i, j
    if (say) print *, 'hosted'
    do j = 1, m
      do i = 1, m
        line(i) = u(i, j)*i
      end do
      do i = 1, m - 1
        u(i, j) = line(i) + line(i + 1)
      end do
    end do
  end subroutine
  subroutine hidden(u, say)
    use sizes
    logical, intent(in) :: say
    double precision, intent(inout) :: u(40, 40)
    double precision :: line(m)
    integer :: i, j
    if (say) print *, 'hidden', m
    do j = 1, m
      do i = 1, m
        line(i) = u(i, j)*i
      end do
      do i = 1, m - 1
        u(i, j) = line(i) + line(i + 1)
      end do
    end do
  end subroutine
end module
program main
  use stencil
  implicit none
  double precision :: u(m, m), v(m, m)
  integer :: i, j
  do j = 1, m
    do i = 1, m
      u(i, j) = 1d0/(i + 3*j)
      v(i, j) = 0
    end do
  end do
  call smooth(u, v, m, .true.)
  call smooth(u, v, m - 3, .false.)
  v(:, 1) = doubled(u(:, 4), v(:, 2))
  v(:, 3) = tripled(u(:, 5), v(:, 4))
  call hosted(u, .true.)
  call hidden(v, .true.)
  print '(4es24.16)', u, v
end program
