# Hosts whose functions would have one name, or names that Fortran does not take, are refused with a way out.
kernel() { # NAME
    cat <<K
kernel @$1 {
  arg n : i32
  arg x : f64[n] inout
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: x[i] = 2.0  in(i)
}
K
}
cd "$OUT"
write() { # NAMES..
    echo 'lpir 1' >k.lpir
    for name; do kernel "$name" >>k.lpir; done
}
for names in 'saxpy saxpy_run' 'saxpy_error saxpy' 'saxpy saxpy_message' 'saxpy Saxpy' 'a b' \
    'a234567890123456789012345678901234567890123456789012345' \
    'a2345678901234567890123456789012345678901234567890123456'; do
    write $names
    for host in c fortran; do
        for output in k.c k.cl; do
            echo "# $names, $host, $output"
            lptranslate k.lpir -o $output --host $host 2>&1 | grep -v '^$\|explain'
            if [ $host = fortran ] && [ -e k.host.f90 ]; then gfortran -fsyntax-only k.host.f90 && echo compiles; fi
            rm -f k.c k.cl k.h k.host.c k.host.f90 k.launch.json
        done
    done
done
