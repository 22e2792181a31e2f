! RUN: tag_inames("k: g.0")
! CLAIM: multiple
! Rows of `depth` elements lie one behind the other.
subroutine pack(m, depth, offset, field, buffer)
  implicit none
  integer m, depth, offset, j, k
  real*8 field(m, depth + 1), buffer(offset + (m + depth)*depth + 1)
  do k = 1, m
    do j = 1, depth
      buffer(offset + j + (k + depth - 1)*depth) = field(k, j)
    end do
  end do
end
