! lpfc c: --outline
! What internal routines take of the routine around them: components that no name stands for alone, pointers that
! hide variables of modules, and arrays of which the bounds were declared with other values.
module m
  type t
    integer :: x = 3
  end type
  integer, save, target :: pos(4) = 100
contains
  integer function placed(i)
    integer, intent(in) :: i
    placed = i + pos(i)
  end function
  subroutine component(n, s, k)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    type(t), intent(in) :: k
    print *, 'component'
    call inner  ! k_x
  contains
    subroutine inner
      integer :: i
      do i = 1, n
        s(i) = s(i) + k%x
      end do
    end subroutine
  end subroutine
  subroutine pointer_of_the_host(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer, pointer :: pos(:)
    allocate(pos(n))
    pos = 3
    call inner
    print *, pos
  contains
    subroutine inner
      integer :: i
      do i = 1, n
        s(i) = s(i) + placed(i)
      end do
    end subroutine
  end subroutine
  subroutine bounds_changed(n, a)
    integer, intent(inout) :: n
    integer, intent(inout) :: a(n, n)
    print *, 'bounds'
    n = 2
    call inner
    call prints
  contains
    subroutine inner
      integer :: i, j
      do j = 1, n
        do i = 1, n
          a(i, j) = a(i, j) + 10*i + j
        end do
      end do
    end subroutine
    subroutine prints
      integer :: i, j
      print *, 'prints'
      do j = 1, n
        do i = 1, n
          a(i, j) = a(i, j)*2
        end do
      end do
    end subroutine
  end subroutine
  subroutine bounds_hidden(n, a)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n, n)
    call inner(2)
  contains
    subroutine inner(n)
      integer, intent(in) :: n
      integer :: i, j
      do j = 1, n
        do i = 1, n
          a(i, j) = a(i, j) + 100*i
        end do
      end do
    end subroutine
  end subroutine
  subroutine bounds_as_they_were(n, a)
    integer, intent(in) :: n
    integer, intent(inout) :: a(0:n - 1, n)
    call inner
  contains
    subroutine inner
      integer :: i, j
      do j = 1, n
        do i = 0, n - 1
          a(i, j) = a(i, j) + 1000*i
        end do
      end do
    end subroutine
  end subroutine
end module
program p
  use m
  integer :: a(4, 4), n, s(4)
  type(t) :: k
  s = 1
  call component(4, s, k); print *, s
  call pointer_of_the_host(4, s); print *, s
  a = 0; n = 4
  call bounds_changed(n, a); print *, a
  call bounds_hidden(4, a); print *, a
  call bounds_as_they_were(4, a); print *, a
contains
end program
