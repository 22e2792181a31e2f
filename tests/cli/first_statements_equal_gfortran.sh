# Under implicit typing the first statement may look like a statement function, and assign an element of an array that a
# module or a host declares.
cat > "$OUT/first.f90" <<TEXT
module grids
  real g(5), h(5, 2)
  integer, private :: counts(3)
contains
  subroutine of_module(i, x)
    g(i) = x
    h(i, i) = g(i) + 1
  end subroutine
  subroutine of_host(n, a, k)
    dimension a(n)
    if (k > 0 .and. k <= n) call set(k)
  contains
    subroutine set(k)
      a(k) = 5
    end subroutine
  end subroutine
  subroutine functions(x, o)
    g2(t) = t*t
    h2(t, u) = g2(t) + u
    o = h2(x, 3.0)
  end subroutine
  subroutine hidden(i)
    counts(i) = i
  end subroutine
end module
subroutine of_use(i)
  use grids, only: mine => g
  mine(i) = 7
end subroutine
TEXT
lptranslate --check "$OUT/first.f90"
lprun --verify-fortran "$OUT/first.f90" --device interp --cases 20 2> /dev/null
# What a module has that is not at hand may be an array.
cat > "$OUT/missing.f90" <<TEXT
subroutine of_missing(i)
  use nowhere
  far(i) = 7
end subroutine
TEXT
lptranslate --check "$OUT/missing.f90"
