! `value`, `intent(out)` as a statement, values of `allocate`, parentheses, indices of eight bytes, masks of `elsewhere`.
module copies
  implicit none
  type pair
    integer :: x = 4, y = 5
  end type
contains
  subroutine counted(n, r)
    integer, value :: n
    integer r
    n = n + 5
    r = n
  end subroutine
  subroutine loops(n, r)
    integer n, r
    value n
    r = 0
    do while (n > 0)
      r = r + n
      n = n - 2
    end do
  end subroutine
  subroutine calls(x, y, z)
    integer x, y, z
    call counted(x, y)
    y = y + 100*x
    if (x < 50) call loops(x, z)
    z = z + x
  end subroutine
  subroutine reset(p)
    type(pair) :: p
    intent(out) :: p
    p%y = 7
  end subroutine
  subroutine set_anew(a, o)
    integer a, o(2)
    type(pair) :: p
    p%x = a
    p%y = a
    call reset(p)
    o = [p%x, p%y]
  end subroutine
  subroutine new_in_each_block(n, o)
    integer n, o(n), i
    do i = 1, n
      block
        type(pair) :: p
        p%x = p%x + i
        o(i) = p%x
      end block
    end do
  end subroutine
end module
subroutine filled(n, x)
  implicit none
  integer n
  real x(n)
  real, allocatable :: a(:), b(:)
  allocate (a(n), source=0.5)
  allocate (b(n), mold=x)
  a(1:n:2) = x(1:n:2)
  b = a
  x = b
end subroutine
subroutine wide_index(n, z)
  implicit none
  integer n
  integer(8) z(n), i
  forall (i = 1:n) z(i) = i*1500000000
end subroutine
subroutine wide_concurrent(n, z)
  implicit none
  integer n
  integer(8) z(n), i
  do concurrent (i = 1:n)
    z(i) = i*1500000000
  end do
end subroutine
subroutine wide_list(z)
  implicit none
  integer(8) z(3), i
  z = [(i*1500000000, i = 1, 3)]
end subroutine
subroutine later_masks(n, a)
  implicit none
  integer n, a(n)
  where (a > 0)
    a = -a
  elsewhere (a(n:1:-1) < -1)
    a = 100
  elsewhere
    a = a - 1
  end where
end subroutine
subroutine total_mask(n, a, b)
  implicit none
  integer n, a(n), b(n)
  where (a > 0)
    b = b + 1
  elsewhere (a < sum(b))
    b = b*2
  end where
end subroutine
subroutine parentheses(k, o)
  implicit none
  integer k, o(2), a(3)
  a = [1, 2, 3]
  call both((k), k)
  o(1) = k
  call shifted((a), a)
  o(2) = a(2)*10 + a(3)
contains
  subroutine both(i, j)
    integer, intent(in) :: i
    integer j
    j = j + 1
    j = j*2 + i
  end subroutine
  subroutine shifted(from, to)
    integer from(3), to(3), i
    do i = 2, 3
      to(i) = from(i - 1)
    end do
  end subroutine
end subroutine
module copied
  implicit none
  type pair
    integer :: n
    real :: x(2)
  end type
contains
  subroutine changed(p, r)
    type(pair), value :: p
    real, intent(inout) :: r
    p%n = p%n + 1
    p%x = p%x*p%n
    r = r + sum(p%x)
  end subroutine
  subroutine kept_by_callers(k, v, r)
    integer, intent(in) :: k
    real, intent(inout) :: v(3), r
    type(pair) :: p
    p%n = k
    p%x = v(1:2)
    call changed(p, r)
    v(3) = p%n + sum(p%x)
  end subroutine
end module
