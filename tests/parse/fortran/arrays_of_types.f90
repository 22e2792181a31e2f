! Arrays of a type with components that are arrays, as arguments.
module dm
  type vec
    real :: x(3)
    integer :: id = 7
  end type
  type body
    type(vec) :: pos, vel
    real :: m = 2.0
    type(vec) :: hist(2)
    integer :: k(0:1, 2)
  end type
contains
  subroutine dd1(n, u, o)
    integer n, i, j
    real u(4), o(20)
    type(body) :: b(3), c
    type(vec) :: v(4), w
    do i = 1, 3
      b(i)%m = u(1)*i
      do j = 1, 3
        b(i)%pos%x(j) = u(2)*j + i
        b(i)%vel%x(j) = u(3)/j
        b(i)%hist(1)%x(j) = i*10 + j
        b(i)%hist(2)%x(j) = -j
      end do
      b(i)%hist(2)%id = i
      b(i)%k = i
      b(i)%k(1, 2) = 50 + i
    end do
    v(1) = b(2)%pos
    v(2:3) = b(1)%hist
    v(4) = b(3)%vel
    call kick(b(2), 0.5)
    call kickall(b(1:3:2))
    call shift(v(2:4))
    call shift(b%pos)
    c = b(3)
    c%hist(1) = v(2)
    call swap(c%pos, b(1)%hist(2))
    o(1) = b(2)%pos%x(3)
    o(2) = b(1)%vel%x(2)
    o(3) = sum(b%m)
    o(4) = v(2)%x(1) + v(4)%x(3)
    o(5) = c%pos%x(2) + c%hist(1)%x(3)
    o(6) = b(1)%hist(2)%x(1)
    o(7) = energy(b)
    o(8) = energy(b(2:2))
    o(9) = sum(b(2)%k) + c%k(1,2)
    o(10) = v(3)%id + b(1)%hist(2)%id*10 + c%hist(1)%id*100
    b(2:3) = b(1:2)
    o(11) = b(3)%pos%x(1)
    o(12) = b(2)%hist(1)%x(2)
    w = v(1)
    w%x(2:3) = w%x(1:2)
    o(13:15) = w%x
    o(16) = size(b) + size(b(1)%hist)*10 + size(b(1)%k, 2)*100
    o(17) = norm(b(3)%pos%x)
    b(:)%vel%id = 3
    o(18) = sum(b%vel%id)
    o(19) = dot_product(b(1)%pos%x, b%m)
    o(20) = maxval(b%pos%x(2))
  end subroutine
  subroutine kick(p, dt)
    type(body), intent(inout) :: p
    real, intent(in) :: dt
    p%pos%x = p%pos%x + dt*p%vel%x
    p%vel%x(2) = p%vel%x(1) - p%m
  end subroutine
  subroutine kickall(p)
    type(body), intent(inout) :: p(:)
    integer i
    do i = 1, size(p)
      call kick(p(i), 0.25*i)
      p(i)%vel%id = p(i)%hist(1)%id + i
    end do
  end subroutine
  subroutine shift(v)
    type(vec), intent(inout) :: v(:)
    integer i
    do i = size(v), 2, -1
      v(i) = v(i-1)
    end do
    v(1)%x = v(size(v))%x + 1
  end subroutine
  subroutine swap(a, b)
    type(vec), intent(inout) :: a, b
    type(vec) :: t
    t = a
    a = b
    b = t
  end subroutine
  real function energy(p)
    type(body), intent(in) :: p(:)
    integer i
    energy = 0
    do i = lbound(p, 1), ubound(p, 1)
      energy = energy + p(i)%m*norm(p(i)%vel%x) + p(i)%k(0, 1)
    end do
  end function
  real function norm(x)
    real, intent(in) :: x(:)
    norm = sum(x**2)
  end function
end module
