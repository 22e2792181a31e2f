! lpfc c openmp: -fopenmp
! Behind a parallel region variables are as before it of which threads have their own.
module own_of_threads
  implicit none
contains
  subroutine u1(n, a)      ! loop variable behind a parallel loop
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    i = 77
    !$omp parallel do
    do i = 1, n
      a(i) = a(i) + 1
    end do
    a(1) = i
  end subroutine
  subroutine u2(n, a)      ! private scalar behind it
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i, t
    t = 77
    !$omp parallel do private(t)
    do i = 1, n
      t = a(i)*2
      a(i) = t + 1
    end do
    a(1) = t
  end subroutine
  subroutine u3(n, a)      ! inner loop variable
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i, j
    j = 77
    !$omp parallel do
    do i = 1, n
      do j = 1, 3
        a(i) = a(i) + j
      end do
    end do
    a(1) = j
  end subroutine
  subroutine u4(n, a, t)   ! a dummy as private
    integer, intent(in) :: n
    integer, intent(inout) :: a(n), t
    integer :: i
    !$omp parallel do private(t)
    do i = 1, n
      t = a(i)*2
      a(i) = t + 1
    end do
  end subroutine
  subroutine u5(n, a, t)   ! region, private
    integer, intent(in) :: n
    integer, intent(inout) :: a(n), t
    integer :: i
    t = 5
    !$omp parallel private(t)
    t = 3
    !$omp do
    do i = 1, n
      a(i) = a(i) + t
    end do
    !$omp end parallel
    a(1) = t
  end subroutine
  subroutine u6(n, a, w)   ! private array
    integer, intent(in) :: n
    integer, intent(inout) :: a(n), w(3)
    integer :: i
    !$omp parallel do private(w)
    do i = 1, n
      w = i
      a(i) = a(i) + w(2)
    end do
  end subroutine
  subroutine u7(n, a)   ! region counted by its threads
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i, k
    k = 0
    !$omp parallel reduction(+:k) num_threads(3)
    k = k + 1
    !$omp end parallel
    do i = 1, n
      a(i) = a(i) + k
    end do
  end subroutine
  subroutine u8(n, a, t)   ! firstprivate
    integer, intent(in) :: n
    integer, intent(inout) :: a(n), t
    integer :: i
    !$omp parallel do firstprivate(t)
    do i = 1, n
      if (i > 3) t = i
      if (i <= 3) a(i) = a(i) + t
    end do
    a(1) = t
  end subroutine
  subroutine u9(n, a, t)   ! simd private
    integer, intent(in) :: n
    integer, intent(inout) :: a(n), t
    integer :: i
    !$omp simd private(t)
    do i = 1, n
      t = a(i)
      a(i) = t*2
    end do
  end subroutine
end module
module of_modules
  implicit none
  integer :: gt = 500
  real(8) :: cw(3)
  common /cc/ cw
contains
  subroutine v1(n, a)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$omp parallel do private(gt)
    do i = 1, n
      gt = a(i)
      a(i) = gt*2
    end do
  end subroutine
  subroutine v2(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    !$omp parallel do private(cw)
    do i = 1, n
      cw = i
      a(i) = a(i) + cw(1)
    end do
  end subroutine
  subroutine v3(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i, k
    k = 3
    !$omp parallel
    !$omp sections
    !$omp section
    k = 5
    !$omp section
    a(1) = 7
    !$omp end sections
    !$omp end parallel
    do i = 1, n
      a(i) = a(i) + k
    end do
  end subroutine
  subroutine v4(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i, k, l
    k = 3; l = 4
    !$omp parallel private(k) firstprivate(l)
    k = 8
    l = l + 1
    !$omp do
    do i = 1, n
      a(i) = a(i) + k + l
    end do
    !$omp end do nowait
    !$omp end parallel
    do i = 1, n
      a(i) = a(i)*k + l
    end do
  end subroutine
  subroutine v6(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    !$omp parallel num_threads(2)
    !$omp master
    a(1) = a(1) + 1
    !$omp end master
    !$omp barrier
    !$omp single
    a(2) = a(2) + 1
    !$omp end single
    !$omp do schedule(dynamic)
    do i = 1, n
      a(i) = a(i)*2
    end do
    !$omp end parallel
  end subroutine
  ! A call is what the routine does, threads of its own and all.
  subroutine v7(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i, last
    last = 50
    call v8(n, a, last)
    do i = 1, n
      a(i) = a(i) + last
    end do
  end subroutine
  subroutine v8(n, a, last)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer, intent(inout) :: last
    integer :: i
    !$omp parallel do private(last)
    do i = 1, n
      last = i
      a(i) = a(i)*last
    end do
  end subroutine
end module
program main
  use own_of_threads
  use of_modules
  implicit none
  integer :: a(20), i, t, w(3), k(5)
  real(8) :: x(6)
  a = [(i, i=1,20)]
  t = 1000; w = 2000
  call u1(20, a); print *, a
  call u2(20, a); print *, a
  call u3(20, a); print *, a
  call u4(20, a, t); print *, a, t
  call u5(20, a, t); print *, a, t
  t = 1000
  call u6(20, a, w); print *, a, w
  call u7(20, a); print *, a
  call u8(20, a, t); print *, a, t
  t = 1000
  call u9(20, a, t); print *, a, t
  k = [1,2,3,4,5]; x = [1,2,3,4,5,6]; cw = 9
  call v1(5, k); print *, k, gt
  call v2(6, x); print *, x, cw
  call v3(6, x); print *, x
  call v4(6, x); print *, x
  call v6(6, x); print *, x
  call v7(6, x); print *, x
end program
