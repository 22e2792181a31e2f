# What names mean, in modules, hosts and generics, and what parts of statements say: kernels compute what gfortran's routines do.
for file in module_constants own_names own_lsame names_of_hosts keyword_arguments values_and_copies defined_assignment \
        kinds_of_components arrays_of_types; do
    lprun --verify-fortran tests/parse/fortran/$file.f90 --device interp --cases 12 2>/dev/null || true
done
lprun --verify-fortran tests/parse/fortran/own_names.f90 --device opencl --cases 2 2>/dev/null || true
echo "-- preprocessor and fixed form"
cat > "$OUT/text.f" <<TEXT
      subroutine text(o)
      integer o
      o = len('ab
     &cd')
      end
TEXT
lprun --verify-fortran "$OUT/text.f" --device interp --cases 2
cat > "$OUT/comments.F90" <<TEXT
#define FOO 1
#define CAT(a,b) a/**/b
#define ONE 1
#define ZERO 0
#define VAL 3 /* three */ + 4
subroutine comments(x, y)
  real x, y(5)
  integer xy
  xy = 2
#ifdef FOO ! a remark
  y(1) = x
#else
  y(1) = x + 1
#endif
#ifdef __GFORTRAN__
  y(2) = x
#else
  y(2) = x + 1
#endif
#if __LINE__ > 3
  y(3) = x
#else
  y(3) = x + 1
#endif
#if ONE /* a remark */ && ZERO
  y(4) = 1
#else
  y(4) = 2
#endif
  y(5) = VAL + CAT(x,y)
end subroutine
TEXT
lprun --verify-fortran "$OUT/comments.F90" --device interp --cases 4
