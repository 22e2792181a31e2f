! lpfc c: --outline
! Records of the own module, of which kernels take components, and what hides them.
module m
  type g
    integer :: n(3) = [1, 2, 4]
    integer :: k = 3
  end type
  type(g), save :: mg
contains
  subroutine e3(x)
    integer, intent(inout) :: x(4)
    integer :: i
    do i = 1, 4
      x(i) = x(i) + mg%k + mg%n(2)
      mg%n(1) = i
    end do
  end subroutine
end module
module m2
  use m
contains
  subroutine e4(x)
    integer, intent(inout) :: x(4)
    integer :: i, mg_n
    mg_n = 5
    do i = 1, 4
      x(i) = x(i) + mg%k + mg%n(2) + mg_n
      mg%n(1) = i
    end do
  end subroutine
  subroutine e5(x, mg)
    integer, intent(inout) :: x(4)
    type(g), intent(inout) :: mg
    integer :: i
    call e3(x)
    do i = 1, 4
      x(i) = x(i) + mg%k + mg%n(2)
      mg%n(1) = i
    end do
  end subroutine
  subroutine e6(x)
    integer, intent(inout) :: x(4)
    type(g) :: mg
    integer :: i
    mg%k = 50
    mg%n = 60
    do i = 1, 4
      x(i) = x(i) + mg%k + mg%n(2)
      mg%n(1) = i
    end do
    call e3(x)
  end subroutine
  subroutine e7(x)
    integer, intent(inout) :: x(4)
    type(g) :: mg
    integer :: i
    mg%k = 50
    mg%n = 60
    print *, 'e7'
    do i = 1, 4
      call e3(x)
    end do
    do i = 1, 4
      x(i) = x(i) + mg%k + mg%n(2)
      mg%n(1) = i
    end do
    print *, mg%n
  end subroutine
end module
module others
  integer, save :: own = 500
end module
module m3
  use m, only: g
  type(g), save :: own = g([3, 5, 7], 9)
contains
  integer function third(i)
    integer, intent(in) :: i
    third = own%k + own%n(i)
  end function
  subroutine by_name(x)
    use others, only: own
    integer, intent(inout) :: x(4)
    integer :: i
    do i = 1, 3
      x(i) = x(i) + third(i) + own
    end do
  end subroutine
  subroutine by_all(x)
    use others
    integer, intent(inout) :: x(4)
    integer :: i
    do i = 1, 3
      x(i) = x(i) + third(i)
    end do
  end subroutine
  subroutine renamed(x)
    use others, only: own_of_others => own
    integer, intent(inout) :: x(4)
    integer :: i
    do i = 1, 3
      x(i) = x(i) + third(i) + own_of_others
      own%n(i) = x(i)
    end do
  end subroutine
  subroutine host(x)
    integer, intent(inout) :: x(4)
    integer :: own
    own = 3
    call inner
    x(4) = own
  contains
    subroutine inner
      integer :: i
      do i = 1, 3
        x(i) = x(i) + third(i) + own
      end do
    end subroutine
  end subroutine
end module
program p
  use m2
  use m3, only: by_name, by_all, renamed, host
  integer :: x(4) = 1
  type(g) :: q
  q%k = 8
  call e3(x); print *, x, mg%n
  call e4(x); print *, x, mg%n
  call e5(x, q); print *, x, mg%n, q%n
  call e6(x); print *, x, mg%n
  call e7(x); print *, x, mg%n
  call by_name(x); print *, x
  call by_all(x); print *, x
  call renamed(x); print *, x
  call host(x); print *, x
end
