! lpfc c opencl: -ffixed-form -ffixed-line-length-132 -fbackslash
!     Lines of 132 columns: what stands behind column 72 belongs to the statement, and a kernel's head may grow beyond it.
      subroutine scaled(values, count, factor, shift)
      integer count, i
      real(8) values(count), factor, shift
      do i = 1, count
         values(i) = values(i)*factor + shift                              + 1d0 / (1d0 + dble(i)) - shift * factor
      end do
      end subroutine
      subroutine scaled_by_a_long_name_that_needs_room(values, count)
      integer count, i
      real(8) values(count)
      do i = 1, count
         values(i) = values(i) * 2                                         - 3
      end do
      end subroutine
      integer function lengths(ends)
      integer ends(*), i
      lengths = 0
      do i = 1, len('ab
     &cd')
         ends(i) = i
         lengths = lengths + i
      end do
      end function
      program long_lines
      integer lengths, ends(200)
      real(8) values(5)
      values = [1d0, 2d0, 3d0, 4d0, 5d0]
      call scaled(values, 5, 2d0, 0.5d0)
      print '(5f9.4)', values
      call scaled_by_a_long_name_that_needs_room(values, 5)
      print '(5f9.4)', values
      print *, lengths(ends), ends(100)
      end program
