! RUN: auto_parallel()
! run: n=0,1,2,130 m=3,1,5,2 l=1,2,3,4
! Several loops of a nest in parallel; memory is contiguous along the one that work items share.
subroutine cells(n, m, l, a, b)
  integer, intent(in) :: n, m, l
  double precision, intent(in) :: a(n, m, l)
  double precision, intent(inout) :: b(n, m, l)
  integer :: i, j, k
  do k = 1, l
    do j = 1, m
      do i = 1, n
        b(i, j, k) = a(i, j, k) + a(n + 1 - i, j, k)
      end do
    end do
  end do
end subroutine
! The loop over products has to stay in its order, though it stands between the others.
subroutine product(n, m, l, a, b, c)
  integer, intent(in) :: n, m, l
  double precision, intent(in) :: a(n, l), b(l, m)
  double precision, intent(inout) :: c(n, m)
  integer :: i, j, k
  do j = 1, m
    do k = 1, l
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine
! Neighbours already share the outermost loop; the components are few.
subroutine components(n, m, l, f, g)
  integer, intent(in) :: n, m, l
  double precision, intent(inout) :: f(n, 3, m)
  double precision, intent(in) :: g(n, m, l)
  integer :: i, j, c
  do c = 1, 3
    do i = 1, n
      do j = 1, m
        f(i, c, j) = f(i, c, j)*g(i, j, 1) + c
      end do
    end do
  end do
end subroutine
! Not all statements are in the innermost loop, which stays as it is.
subroutine scaled(n, m, l, a)
  integer, intent(in) :: n, m, l
  double precision, intent(inout) :: a(n, m, l)
  double precision :: s
  integer :: i, j, k
  do k = 1, l
    do j = 1, m
      s = 0.5d0*(j + 10*k)
      do i = 1, n
        a(i, j, k) = s*a(i, j, k)
      end do
    end do
  end do
end subroutine
! More loops than there are axes.
subroutine deep(n, m, l, a)
  integer, intent(in) :: n, m, l
  double precision, intent(inout) :: a(n, m, m, l, l)
  integer :: i, j, k, q, p
  do p = 1, l
    do q = 1, l
      do k = 1, m
        do j = 1, m
          do i = 1, n
            a(i, j, k, q, p) = 2*a(i, j, k, q, p) + i + 10*j + 100*k + 1000*q + 10000*p
          end do
        end do
      end do
    end do
  end do
end subroutine
