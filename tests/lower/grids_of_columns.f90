! RUN: auto_parallel()
! run: klon=0,1,3,130 klev=1,2,3,5
! Columns: levels follow from one another, and each work item takes its column through all of them.
subroutine column(klon, klev, t, q, r)
  integer, intent(in) :: klon, klev
  double precision, intent(inout) :: t(klon, klev), q(klon, klev)
  double precision, intent(out) :: r(klon)
  double precision :: z(klon), w(klon)
  integer :: jl, jk
  do jl = 1, klon
    r(jl) = 0
  end do
  do jk = 2, klev
    do jl = 1, klon
      z(jl) = t(jl, jk - 1)*q(jl, jk)
      w(jl) = max(z(jl), 0d0)
    end do
    do jl = 1, klon
      t(jl, jk) = t(jl, jk) + z(jl)
      if (w(jl) > 0.1d0) q(jl, jk) = q(jl, jk - 1) + w(jl)
    end do
    do jl = 1, klon
      r(jl) = r(jl) + t(jl, jk)
    end do
  end do
end subroutine
! One of the loops reads what its neighbour wrote: launches end between them.
subroutine neighbours(klon, klev, t, q)
  integer, intent(in) :: klon, klev
  double precision, intent(inout) :: t(klon, klev), q(klon, klev)
  integer :: jl, jk
  do jk = 2, klev
    do jl = 1, klon
      t(jl, jk) = t(jl, jk - 1) + q(jl, jk)
    end do
    do jl = 1, klon - 1
      q(jl, jk) = t(jl + 1, jk)
    end do
    do jl = 1, klon
      t(jl, jk) = 2*q(jl, jk)
    end do
  end do
end subroutine
! Rows and columns in parallel, levels in their order; square, so that both loops run over the same values.
subroutine square(klon, klev, t, q)
  integer, intent(in) :: klon, klev
  double precision, intent(inout) :: t(klon, klev, klon), q(klon, klev, klon)
  integer :: i, j, k
  do j = 1, klon
    do k = 2, klev
      do i = 1, klon
        t(i, k, j) = t(i, k, j) + t(i, k - 1, j)
      end do
    end do
    do k = 2, klev
      do i = 1, klon
        q(i, k, j) = q(i, k - 1, j)*t(i, k, j)
      end do
    end do
  end do
end subroutine
