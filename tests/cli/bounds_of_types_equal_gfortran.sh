# Arrays of a derived type have the bounds that they were declared with.
cat > "$OUT/asked.f90" <<'TEXT'
module r1c
  implicit none
  type v3
    real(8) :: x(3) = 0
    integer :: id = 1
  end type
  type s
    integer :: k
  end type
contains
  subroutine a1(p, o)
    type(v3), intent(in) :: p(0:)
    integer, intent(out) :: o(4)
    o(1) = lbound(p, 1)
    o(2) = ubound(p, 1)
    o(3) = size(p)
    o(4) = 0
  end subroutine
  subroutine a2(p, o)
    type(s), intent(in) :: p(0:)
    integer, intent(out) :: o(4)
    o(1) = lbound(p, 1)
    o(2) = ubound(p, 1)
    o(3) = size(p)
    o(4:4) = ubound(p)
  end subroutine
  subroutine a3(n, p, o)
    integer, intent(in) :: n
    type(s), intent(in) :: p(0:n)
    integer, intent(out) :: o(4)
    o(1) = lbound(p, 1)
    o(2) = ubound(p, 1)
    o(3) = size(p)
    o(4:4) = lbound(p)
  end subroutine
  subroutine a4(n, o)
    integer, intent(in) :: n
    integer, intent(out) :: o(4)
    type(s) :: p(-1:4)
    type(v3) :: q(0:2, 2:3)
    o(1) = lbound(p, 1)
    o(2) = ubound(p, 1)
    o(3) = ubound(q, 2)
    o(4) = ubound(q, 1) + lbound(q, 2)*10
  end subroutine
  subroutine a5(p, o)
    type(v3), intent(inout) :: p(0:)
    integer, intent(out) :: o(4)
    integer :: i
    o = 0
    do i = 0, ubound(p, 1)
      p(i)%id = i
    end do
    p(0)%x = p(ubound(p, 1))%x + 1
    o(1) = p(ubound(p, 1))%id
  end subroutine
  subroutine a6(n, p, o)
    integer, intent(in) :: n
    type(v3), intent(inout) :: p(n:)
    integer, intent(out) :: o(4)
    o(1) = lbound(p, 1)
    o(2) = ubound(p, 1) - n
    o(3) = ubound(p%id, 1)
    o(4) = size(p)
  end subroutine
  subroutine a7(p, o)
    type(v3), intent(inout) :: p(0:, 2:)
    integer, intent(out) :: o(4)
    o(1:2) = lbound(p)
    o(3:4) = ubound(p)
  end subroutine
  subroutine a8(n, q, o)
    integer, intent(in) :: n
    type(v3), intent(inout) :: q(n)
    integer, intent(out) :: o(4)
    call a1(q, o)
    call a5(q(n:1:-1), o)
  end subroutine
  subroutine a9(p, o)
    real(8), intent(inout) :: p(0:)
    integer, intent(out) :: o(4)
    o(1) = ubound(p, 1)
    p(0) = p(ubound(p, 1))
  end subroutine
end module
TEXT
cat > "$OUT/walked.f90" <<'TEXT'
module x1m
  implicit none
  type v3
    real(8) :: x(3) = 0
    integer :: id = 1
  end type
  type s
    integer :: k = 2
  end type
contains
  subroutine a1(p, o)
    type(v3), intent(inout) :: p(-1:)
    integer, intent(out) :: o(4)
    o = 0
    if (size(p) < 3) return
    p(:0)%id = 5
    p(1:)%id = 6
    p(-1) = p(1)
    o(1) = p(-1)%id
    call b(p(0:), o(2))
  end subroutine
  subroutine b(q, r)
    type(v3), intent(inout) :: q(2:)
    integer, intent(out) :: r
    q(2)%id = 77
    q(3)%x(2) = 4
    r = size(q)
  end subroutine
  subroutine a2(n, o)
    integer, intent(in) :: n
    integer, intent(out) :: o(6)
    type(s) :: t(0:3), u(5:8)
    integer :: i
    t%k = [(i, i = 1, 4)]
    u = t
    o(1) = u(5)%k
    u(6:8) = t(0:2)
    o(2) = u(8)%k
    o(3) = sum(u(::2)%k)
    do i = lbound(u, 1), ubound(u, 1)
      u(i)%k = u(i)%k + 1
    end do
    o(4) = sum(u%k)
    o(5) = maxloc(u%k, 1)
    o(6) = lbound(u, 1) + ubound(t, 1)*10
  end subroutine
  subroutine a3(n, t, o)
    integer, intent(in) :: n
    type(s), intent(inout) :: t(0:n, -2:2)
    integer, intent(out) :: o(6)
    o(1) = lbound(t, 2)
    o(2) = ubound(t, 1)
    o(3) = size(t, 2)
    t(0, -2:0)%k = 3
    o(4) = t(0, lbound(t, 2))%k
    o(5:6) = ubound(t)
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/asked.f90" --cases 25 2>/dev/null
lprun --verify-fortran "$OUT/walked.f90" --cases 25 2>/dev/null
