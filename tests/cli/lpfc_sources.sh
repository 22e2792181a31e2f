# External routines in other files, which the user names as those of the program; one that two files have, and
# one of another program beside it, are left alone.
export LPFC_LEAST=0 LP_CACHE= LPFC_TARGET=openmp OMP_NUM_THREADS=2
cd "$OUT"
mkdir -p own other
cat > own/solve.f90 <<'END'
subroutine start(w, n)
  integer, intent(in) :: n
  real(8), intent(out) :: w(0:n)
  integer :: i
  do i = 0, n
    w(i) = 0.5d0*i
  end do
end subroutine
subroutine step(w, x)
  real(8), intent(in) :: w
  real(8), intent(inout) :: x
  x = x + w
end subroutine
END
sed -e 's/start/begin/' -e 's/step/other/' own/solve.f90 > other/begin.f90
sed 's/0.5d0/0.25d0/' other/begin.f90 > other/again.f90
cat > sweep.f90 <<'END'
subroutine sweep(x, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(0:n, n)
  common /work/ w(0:99)
  real(8) :: w
  integer :: i, k
  do k = 1, n
    call start(w, n)
    do i = 0, n
      call step(w(i)*k, x(i, k))
    end do
  end do
end subroutine
subroutine twice(x, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(0:n, n)
  integer :: k
  do k = 1, n
    call begin(x(0, k), n)
  end do
end subroutine
END
cat > main.f90 <<'END'
program p
  real(8) :: x(0:20, 20), w
  common /work/ w(0:99)
  x = 1
  w = -1
  call sweep(x, 20)
  print '(4f12.4)', sum(x), x(3, 20), w(20), w(21)
  call twice(x, 20)
  print '(2f12.4)', sum(x), x(3, 20)
end program
END
echo '== nothing is named'
lpfc --report --outline sweep.f90
export LPFC_SOURCES=own:other
echo '== folders'
lpfc --report --outline sweep.f90
lpfc --outline -O1 sweep.f90 main.f90 own/solve.f90 other/begin.f90 -o program
gfortran -O1 sweep.f90 main.f90 own/solve.f90 other/begin.f90 -o plain
./plain
LP_TRACE=1 ./program 2>trace
awk '/^(sweep|begin) / { print $1, $2 }' trace
echo '== a file, and what is missing'
LPFC_SOURCES=other/again.f90 lpfc --report --outline sweep.f90
LPFC_SOURCES=own:no/such.f90 lpfc --report sweep.f90
echo "exit code $?"
echo '== includes of other folders'
mkdir parts
printf '      f = 100\n' > factor.inc
printf '      f = 2\n' > parts/factor.inc
cat > parts/times.f90 <<'END'
subroutine times(x)
  real(8), intent(inout) :: x
  real(8) :: f
  include 'factor.inc'
  x = x*f
end subroutine
END
cat > many.f90 <<'END'
subroutine many(x, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    call times(x(i))
  end do
end subroutine
END
LPFC_SOURCES=parts lpfc --report --outline many.f90
cp factor.inc parts
LPFC_SOURCES=parts lpfc --report --outline many.f90
