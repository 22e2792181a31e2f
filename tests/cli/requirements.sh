# A requirement is told before anything runs, on every device, is kept by all steps, and is in the launch description in C.
cat > "$OUT/scale.lpir" <<TEXT
lpir 1
kernel @scale {
  arg trans : i8
  arg n, incx : i32
  arg a : f64
  arg x : f64[n, incx] inout
  domain [n] -> { [i] : 0 <= i < n }
  require trans == 78 or trans == 84 : "SCALE: argument 1 is \"illegal\"" @"scale.f":11:7
  require n >= max(0, incx % 4) : "SCALE: argument 2 is illegal" @"scale.f":12:7
  require incx != 0 : "SCALE: argument 3 is illegal"
  s: x[i, 0] = a*x[i, 0]  in(i) time(i)
}
TEXT
cd "$OUT"
lpopt scale.lpir -p 'split_iname("i", 4, outer_tag="g.0", inner_tag="l.0")' -o split.lpir
grep require split.lpir
lptranslate split.lpir -o split.cl
grep required split.cl
grep -A 22 '"requires"' split.launch.json
for device in interp opencl; do
  lprun split.lpir --device $device --set trans=78,n=8,incx=1 --against | grep agrees
  lprun split.lpir --device $device --set trans=88,n=8,incx=0 --against || echo "exit code $?"
  lprun split.lpir --device $device --set trans=78,n=-1,incx=1 || echo "exit code $?"
done

# What the description says in C is what the interpreter says.
cat > divide.lpir <<TEXT
lpir 1
kernel @divide {
  arg n, k : i32
  arg wide : i64
  arg a : f64[1] out
  require k != 0 : "zero"
  require n // k >= -1 : "quotient"
  require n % k <= 1 : "remainder"
  require max(abs(wide), n) <= min(5, 3 + abs(k)) : "magnitude"
  s: a[0] = 1.0
}
TEXT
lptranslate divide.lpir -o divide.cl
{
  echo '#include <stdint.h>
  #include <stdio.h>
  #include <stdlib.h>
  int main(int argc, char **argv)
  {
    int n = atoi(argv[1]), k = atoi(argv[2]);
    long wide = atol(argv[3]);'
  sed -n 's/^ *"condition": \(".*"\),$/if (!(\1)) puts(/; s/^if (!("\(.*\)")) puts($/if (!(\1)) return puts(/p; s/^ *"message": \(".*"\)$/\1), 0;/p' divide.launch.json
  echo 'return 0; }'
} > divide.c
cc -o divide divide.c
for values in "7 0 1" "7 2 1" "-7 2 1" "7 -2 1" "-7 -2 1" "-3 2 1" "3 -2 1" "-3 -2 1" "4 4 -5" "4 1 -4" "5 1 1" "5 3 -6" "1 3 4294967297"; do
  set -- $values
  echo "$values: $(./divide $1 $2 $3) $(lprun divide.lpir --device interp --set n=$1,k=$2,wide=$3 2>&1 | grep -E -o "zero$|quotient$|remainder$|magnitude$")"
done
