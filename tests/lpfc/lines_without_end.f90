! lpfc c: -ffixed-form -ffixed-line-length-none
!     Lines are read to their ends, and texts that go on in the next one get no blanks.
      integer function lengths(ends)
      integer ends(*), i
      lengths = 0
      do i = 1, len('ab
     &cd')
         ends(i) = i
         lengths = lengths                                                                                              + 2 * i
      end do
      end function
      program lines_without_end
      integer lengths, ends(200)
      ends = 0
      print *, lengths(ends), ends(1:6)
      end program
