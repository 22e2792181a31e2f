! Median time of nine calls of the routine whose name is the argument and for which `call_NAME` is defined, after one call
! that is not counted.
program timed
  implicit none
  integer, parameter :: nodes = 4
  character(20) :: name
  integer :: n, i, n1, n2, n3
  real(8), allocatable :: a(:, :), b(:, :), c(:, :), x(:), y(:), u(:, :, :), v(:, :, :), w(:, :, :), x2(:), y2(:)
  real(4), allocatable :: r2(:, :), s2(:, :), t2(:, :), r3(:, :, :), x3(:, :, :), d(:, :), g(:, :, :, :, :, :)
  real(4), allocatable :: q(:, :, :, :, :), right(:, :, :, :)
  real(4), allocatable :: metric(:, :, :, :, :), state(:, :, :, :, :), rates(:, :, :, :, :)
  integer, allocatable :: starts(:), columns_of(:)
  call get_command_argument(1, name)
  select case (name)
  case ('fill', 'conditional', 'daxpy')
    n = 10000000
  case ('rotation')
    n = 2000000
  case ('sparse')
    n = 250000
  case ('jacobi')
    n = 1000
  case ('dgemv')
    n = 4000
  case ('dgemm')
    n = 512
  case ('volume', 'euler')
    n = 20000
  case ('columns')
    n = 16384
  case default
    n = 200
  end select
  select case (name)
  case ('fill', 'conditional', 'daxpy', 'rotation')
    allocate (x(n), y(n), x2(n), y2(n))
    call random_number(x)
    call random_number(y)
    x2 = x
    y2 = y
  case ('sparse')
    allocate (x(n), y(n), x2(3*n), starts(n + 1), columns_of(3*n))
    call random_number(x)
    call random_number(x2)
    starts = [(3*i - 2, i = 1, n + 1)]
    columns_of = [(1 + mod(7*i, n), i = 1, 3*n)]
  case ('jacobi', 'dgemv', 'dgemm')
    allocate (a(n, n), b(n, n), c(n, n), x(n), y(n))
    call random_number(a)
    call random_number(b)
    call random_number(c)
    call random_number(x)
    call random_number(y)
  case ('volume')
    allocate (d(nodes, nodes), g(nodes, nodes, nodes, 3, 3, n), q(nodes, nodes, nodes, 4, n), right(nodes, nodes, nodes, n))
    call random_number(d)
    call random_number(g)
    call random_number(q)
    right = 0
  case ('euler')
    allocate (d(nodes, nodes), metric(nodes, nodes, nodes, 10, n))
    allocate (state(nodes, nodes, nodes, 5, n), rates(nodes, nodes, nodes, 5, n))
    call random_number(d)
    call random_number(metric)
    call random_number(state)
    state = 1 + state
    rates = 0
  case ('columns')
    allocate (r2(n, 60), s2(n, 60), t2(n, 60), r3(n, 60, 1), x3(n, 60, 1))
    call random_number(r2)
    call random_number(t2)
    call random_number(r3)
    s2 = 4
    x3 = 0
  case ('residual')
    n1 = 34
    n2 = n
    n3 = n
    allocate (u(n1, n2, n3), v(n1, n2, n3), w(n1, n2, n3), x(4))
    call random_number(u)
    call random_number(v)
    w = 0
    x = 0.1d0
  end select
  call measure()

contains

  subroutine call_it()
    real(8), parameter :: angle = 0.5d0
#ifdef call_fill
    call fill(x, 2.5d0, n)
#endif
#ifdef call_conditional
    call conditional(x, y, n)
#endif
#ifdef call_rotation
    call rotation(x2, y2, x, y, angle, n)
#endif
#ifdef call_daxpy
    call daxpy(n, 0.5d0, x, 1, y, 1)
#endif
#ifdef call_sparse
    call sparse(starts, columns_of, x2, x, y, n, n, 3*n)
#endif
#ifdef call_jacobi
    call jacobi(n, 20, a, b)
#endif
#ifdef call_dgemv
    call dgemv('N', n, n, 0.5d0, a, n, x, 1, 0.5d0, y, 1)
#endif
#ifdef call_dgemm
    call dgemm('N', 'N', n, n, n, 0.5d0, a, n, b, n, 0.5d0, c, n)
#endif
#ifdef call_volume
    call volume(n, d, g, q, right)
#endif
#ifdef call_euler
    call along_r(n, metric, d, state, rates)
    call along_s(n, metric, d, state, rates)
    call along_t(n, metric, d, state, rates)
#endif
#ifdef call_columns
    call columns(r2, s2, t2, r3, x3, 1, n, 1, 60, 1)
#endif
#ifdef call_residual
    call residual(u, v, w, n1, n2, n3, x)
#endif
  end subroutine

  subroutine measure()
    real(8) :: times(9), least
    integer(8) :: before, after, rate
    integer :: run, at
    call call_it()
    do run = 1, size(times)
      call system_clock(before, rate)
      call call_it()
      call system_clock(after)
      times(run) = real(after - before, 8)/rate*1d3
    end do
    do run = 1, size(times)/2 + 1
      at = minloc(times, 1)
      least = times(at)
      times(at) = huge(least)
    end do
    print '(f0.3, a)', least, ' ms'
  end subroutine
end program
