! lpfc c openmp: --outline
! Arguments do not tell how long `z` is, which data decide about: `gradient` stays, and its loops are kernels. The name
! `class` is a text's here.
subroutine gradient(rows, columns, a, p, q, z, n)
  implicit none
  integer, intent(in) :: n, rows(n + 1), columns(*)
  double precision, intent(in) :: a(*), p(*)
  double precision, intent(inout) :: q(*), z(*)
  character class
  integer :: j, k
  double precision :: total
  class = 'S'
  do j = 1, n
    total = 0
    do k = rows(j), rows(j + 1) - 1
      total = total + a(k)*p(columns(k))
    end do
    q(j) = total
  end do
  do j = 1, n
    z(columns(rows(j))) = z(columns(rows(j))) + j
  end do
  do j = 1, n
    q(j) = q(j) - z(j)*0.5d0
  end do
  if (class /= 'S') q(1) = 0
end subroutine
program main
  implicit none
  integer, parameter :: n = 50
  integer :: rows(n + 1), columns(3*n), j
  double precision :: a(3*n), p(n), q(n), z(n)
  do j = 1, n + 1
    rows(j) = 3*(j - 1) + 1
  end do
  do j = 1, 3*n
    columns(j) = mod(7*j, n) + 1
    a(j) = 1d0/(j + 2)
  end do
  p = [(1d0/j, j = 1, n)]
  z = p
  call gradient(rows, columns, a, p, q, z, n)
  print '(4es24.16)', q, z
end program
