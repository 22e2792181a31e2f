# Groups of a launch are independent, so threads may share them in plain C; a compiler without OpenMP ignores that.
cat > "$OUT/sweep.f90" <<'TEXT'
subroutine sweep(u, v, w, n, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: u(n, m)
  real(8), intent(out) :: v(n, m), w(m)
  integer :: i, j
  real(8) :: t, row(3)
  do j = 1, m
    do i = 1, n
      row(1) = u(i, j)
      row(2) = row(1)**2
      row(3) = row(2)*row(1)
      t = row(1) + row(2) + row(3)
      v(i, j) = t
    end do
  end do
  do j = 1, m
    w(j) = 2*v(1, j)
  end do
end subroutine
TEXT
lpopt "$OUT/sweep.f90" -p 'auto_parallel(work_items=False, block=4)' -o "$OUT/sweep.c" --no-line-map && cat "$OUT/sweep.c"
cat > "$OUT/main.c" <<'TEXT'
#include <stdio.h>
void sweep(double const *u, double *v, double *w, int n, int m);
int main(void) {
  enum { n = 50, m = 70 };
  static double u[n*m], v[n*m], w[m];
  for (int k = 0; k < n*m; ++k) u[k] = (double)(k % 97)/16;
  sweep(u, v, w, n, m);
  double sum = 0;
  for (int j = 0; j < m; ++j) sum += w[j];
  for (int k = 0; k < n*m; ++k) sum += v[k];
  printf("%.17g\n", sum);
}
TEXT
for flags in "" "-fopenmp -DLP_SHARED_WORK=0"; do
    gcc -O2 -ffp-contract=off $flags "$OUT/sweep.c" "$OUT/main.c" -lm -o "$OUT/main" && OMP_NUM_THREADS=2 "$OUT/main"
done
# Updates that must be atomic keep to one thread.
lpopt tests/lower/histogram_of_branches.f90 -p 'auto_parallel(atomics=True, work_items=False, block=4)' -o "$OUT/h.c" --no-line-map; grep -c omp "$OUT/h.c" || true
