! lpfc c: --outline -fopenmp
! `default(private)` and `threadprivate` give each thread variables of its own.
module tp
  real :: work(4) = 7, sc = 7
  !$omp threadprivate(work, sc)
end module
program p
  use tp
  implicit none
  integer, parameter :: n = 40
  integer :: i, j
  real :: x(n), y(n), w(4), t, s
  x = 1; y = 0; w = 9; t = 3
  print *, 'start'
  !$omp parallel do default(private) shared(x, y)
  do i = 1, n
    do j = 1, 4
      w(j) = x(i) + j
    end do
    y(i) = w(1) + w(4)
  end do
  print *, 'a', w, sum(y)
  !$omp parallel do firstprivate(t) lastprivate(s)
  do i = 1, n
    s = t + i
    y(i) = s
  end do
  print *, 'b', s, t, sum(y)
  work = 5
  sc = 5
  !$omp parallel do copyin(work) schedule(static) num_threads(2)
  do i = 1, n
    do j = 1, 4
      work(j) = work(j) + i*j
    end do
    y(i) = work(4)
  end do
  print *, 'd', work, y
end program
