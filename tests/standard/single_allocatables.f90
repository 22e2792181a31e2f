! Whether a single variable is allocated is asked like that of an array (R925). One that a caller may ask for is
! refused.
module aam
  implicit none
  type t
    integer :: k = 3
  end type
contains
  subroutine a1(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    integer, allocatable :: s
    k = 0
    if (n > 3) s = 5
    if (.not. allocated(s)) s = 7
    k = s
  end subroutine
  subroutine a2(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    integer, allocatable :: s
    integer :: i
    k = 0
    do i = 1, 3
      block
        integer, allocatable :: b
        if (allocated(b)) k = k + 10
        allocate (b, source=i)
        if (allocated(b)) k = k + b
      end block
    end do
  end subroutine
  subroutine a3(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    integer, allocatable :: s, r
    k = 0
    allocate (s, source=n)
    call move_alloc(s, r)
    if (allocated(s)) k = 1
    if (allocated(r)) k = k + 10
    k = k + 0*r
  end subroutine
  subroutine a4(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    type(t), allocatable :: v
    k = 0
    if (allocated(v)) k = 1
    allocate (v)
    if (allocated(v)) k = k + v%k*10
    deallocate (v)
    if (allocated(v)) k = k + 100
  end subroutine
  subroutine a5(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    character(:), allocatable :: c
    k = 0
    if (allocated(c)) k = 1
    c = 'abc'
    if (allocated(c)) k = k + 10 + len(c)
    c = c//'de'
    k = k + 100*len(c)
  end subroutine
  subroutine a6(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    integer, allocatable :: s
    call give(s, n)
    k = 0
    if (allocated(s)) k = s
  end subroutine
  subroutine give(s, n)
    integer, intent(in) :: n
    integer, allocatable, intent(out) :: s
    if (n > 0) s = n
  end subroutine
  subroutine a7(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    integer, allocatable :: s
    s = 4
    call keep(s)
    k = s
  end subroutine
  subroutine keep(s)
    integer, allocatable, intent(inout) :: s
    if (allocated(s)) then
      s = s + 1
    else
      s = 100
    end if
  end subroutine
  subroutine a8(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    k = f(1) + f(-1)
  contains
    integer function f(i)
      integer, intent(in) :: i
      integer, allocatable :: w
      f = 0
      if (allocated(w)) f = 100
      if (i > 0) allocate (w)
      if (allocated(w)) f = f + 1
    end function
  end subroutine
  subroutine a9(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    complex, allocatable :: z(:)
    type(t), allocatable :: v(:)
    k = 0
    if (allocated(z)) k = 1
    z = [(1., 2.)]
    if (allocated(z)) k = k + 10
    if (allocated(v)) k = k + 100
    allocate (v(3))
    if (allocated(v)) k = k + 1000 + size(v)
    deallocate (v, z)
    if (allocated(z) .or. allocated(v)) k = -k
  end subroutine
  subroutine a10(n, k)
    integer, intent(in) :: n
    integer, intent(out) :: k
    logical, allocatable :: l
    real, allocatable :: q(:)
    integer :: st
    k = 0
    deallocate (q, stat=st)
    if (st /= 0) k = 1
    deallocate (l, stat=st)
    if (st /= 0) k = k + 10
    allocate (l, q(3), stat=st)
    if (st /= 0) k = k + 100
    allocate (l, stat=st)
    if (st /= 0) k = k + 1000
  end subroutine
end module
