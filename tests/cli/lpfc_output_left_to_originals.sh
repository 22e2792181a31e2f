# What no kernel can do, and arguments say when, is left to the original: output, and calls of what is elsewhere.
export LPFC_LEAST=0
set -e
cd "$OUT"
cat > report.f90 <<'TEXT'
subroutine report(what, x)
  character(*), intent(in) :: what
  real(8), intent(in) :: x(*)
  print *, what, x(1:2)
end subroutine
TEXT
cat > work.f90 <<'TEXT'
module work
  implicit none
  logical :: is_loud = .false.
contains
  subroutine tell(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    write (*, *) 'sum', sum(x)
  end subroutine
  subroutine smooth(n, level, x)
    integer, intent(in) :: n, level
    real(8), intent(inout) :: x(n)
    integer :: i
    external report
    if (level > 2) print *, 'begin'
    do i = 2, n
      x(i) = 0.5d0*(x(i) + x(i - 1))
      if (level == 2) write (*, *) 'at', i
    end do
    if (is_loud) call tell(n, x)
    select case (level)
    case (1)
      call report('smooth', x)
    end select
  end subroutine
  ! Of these only data or the iteration tell, or nothing does.
  subroutine of_data(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + 1
      if (x(i) > 1d9) print *, 'large'
    end do
  end subroutine
  subroutine of_iterations(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + 1
      if (i == 3) print *, 'third'
    end do
  end subroutine
  subroutine always(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + 1
    end do
    call report('always', x)
  end subroutine
  ! A variable that output sets, and one that it writes to.
  subroutine sets(n, loud, x)
    integer, intent(in) :: n
    logical, intent(in) :: loud
    real(8), intent(inout) :: x(n)
    integer :: i, ios
    character(20) :: text
    ios = 0
    if (loud) then
      write (text, '(i5)', iostat=ios) n
      print *, text(1:5)
    end if
    do i = 1, n
      x(i) = x(i) + ios
    end do
  end subroutine
end module
program main
  use work
  implicit none
  real(8) :: x(4) = [1, 2, 3, 4]
  integer :: level
  do level = 0, 3
    call smooth(4, level, x)
    print *, level, x
  end do
  is_loud = .true.
  call smooth(4, 0, x)
  call of_data(4, x)
  call of_iterations(4, x)
  call always(4, x)
  call sets(4, .false., x)
  call sets(4, .true., x)
  print *, x
end program
TEXT
lpfc --report work.f90
gfortran -O2 -ffp-contract=off -w report.f90 work.f90 -o plain && ./plain >expected
for target in c openmp opencl; do
    LPFC_TARGET=$target lpfc -O2 -ffp-contract=off -w report.f90 work.f90 -o program
    for verify in 0 1; do
        LP_CACHE= LP_VERIFY=$verify LP_TRACE=1 timeout 120 ./program 2>trace >got
        diff expected got && echo "$target: equal to gfortran, LP_VERIFY=$verify"
    done
done
awk '!/^kernels ran/ { $3 = ""; print }' trace
echo '# where loops are taken out, they need no flags'
lpfc --outline --report work.f90 | grep 'smooth\|sets'
