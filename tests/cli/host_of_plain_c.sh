# For plain C the host tests arguments and takes scratch memory; other languages have no host, and it needs a file to lie beside.
set -e
here=$PWD
cd "$OUT"
lptranslate "$here/tests/lower/host_loop_of_phases.lpir" -o phases.c --host c
ls
sed -n '/^\/\* Runs/,$p' phases.h
sed -n '/^int phases_run/,$p' phases.host.c
sed -n '/"entry"/,/"functions"/p' phases.launch.json
cat > main.c <<'TEXT'
#include "phases.h"
#include <stdio.h>
int main(void)
{
  double a[3] = {1, 2, 3}, done = 0;
  printf("%d", phases_run(3, 2, a, &done));
  printf(" %g %g %g %g\n", a[0], a[1], a[2], done);
  printf("%d %s\n", phases_run(-1, 2, a, &done), phases_error());
  printf("%d %s\n", phases_run(3, 2, a, a + 1), phases_error());
  printf("%d %s\n", phases_run(3, 2, NULL, &done), phases_error());
  printf("%d %g\n", phases_run(0, 2, NULL, &done), done);
  return 0;
}
TEXT
cc -std=c99 -Wall -Wextra -Werror -pedantic main.c phases.host.c phases.c -lm -o main
./main
echo 'an argument with the name of its kernel, and names that Fortran does not tell apart:'
cat > k.lpir <<'TEXT'
lpir 1
kernel @k {
  arg n : i32
  arg k : f64[n] in
  arg K : f64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: K[i] = 2.0*k[i]  in(i)
}
TEXT
lptranslate k.lpir -o k.c --host fortran
grep lp_kernel k.host.c
sed -n '/function k_run/,/end function/p' k.host.f90
cat > main.f90 <<'TEXT'
program main
  use k_host
  implicit none
  real(8) :: a(2) = [1, 2], b(2)
  print *, k_run(2, a, b)
  print *, b
  print *, k_run(-2, a, b)
  print *, k_message()
end program
TEXT
cc -std=c99 -Wall -Wextra -Werror -pedantic -c k.host.c k.c
gfortran k.host.f90 main.f90 k.host.o k.o -lm -o fortran
./fortran
rm k.* main.f90 k_host.mod fortran
for output in k.cu k.ispc k.lpir -; do
    lptranslate "$here/tests/lower/two_launches.lpir" -o "$output" --host c || echo "exit $?"
done
lptranslate "$here/tests/lower/two_launches.lpir" --to opencl -o k.txt --host c || echo "exit $?"
cp "$here/tests/lower/two_launches.lpir" own.h && lptranslate own.h --from lpir -o own.cl --host c || echo "exit $?"
ls
