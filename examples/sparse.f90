! Product of a sparse matrix in compressed rows with a vector. Row i has the entries rowstart(i) to
! rowstart(i + 1) - 1 of `values`, in the columns that `column` names.
subroutine sparse(rowstart, column, values, x, y, nrows, ncolumns, nentries)
  implicit none
  integer nrows, ncolumns, nentries
  integer rowstart(nrows + 1), column(nentries)
  real*8 values(nentries), x(ncolumns), y(nrows), rowsum
  integer i, j

  do i = 1, nrows
    rowsum = 0
    do j = rowstart(i), rowstart(i + 1) - 1
      rowsum = rowsum + values(j)*x(column(j))
    end do
    y(i) = rowsum
  end do
end

!$loopy begin transform
! sparse = lp.split_iname(sparse, "i", 128,
!     outer_tag="g.0", inner_tag="l.0")
!$loopy end transform
! run: nrows=0,1,127,128,129,403 nentries=0,3,381,384,387,1209 ncolumns=7 rowstart=ramp:3
