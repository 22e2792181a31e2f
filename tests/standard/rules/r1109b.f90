subroutine s(k)
  integer k, i
  k = 0
  do i = 1, 3
    block
      real, allocatable :: a(:)
      k = k + merge(1, 0, allocated(a))
      allocate (a(3))
      k = k + size(a)
    end block
  end do
end subroutine
