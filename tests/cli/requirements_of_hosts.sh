# Conditions with real numbers, narrow types and products: compiled with nothing of ours, they say what the interpreter says.
cd "$OUT"
cat > rq.lpir <<'TEXT'
lpir 1
kernel @rq {
  arg n, m : i32
  arg x : f64
  arg f : f32
  arg a : i32[4] inout
  domain { [i] : 0 <= i < 4 }
  require x % 2.0 == 0.5 : "fmod"
  require f // 2.0f < 3.0 : "ffloor"
  require cast(u8, n) < 200 : "u8"
  require n*m // 3 != 5 : "product"
  s: a[i] = n  in(i)
}
TEXT
lptranslate rq.lpir -o rq.cl
{
  echo '#include <math.h>
  #include <stdint.h>
  #include <stdio.h>
  #include <stdlib.h>
  int main(int argc, char **argv)
  {
    int n = atoi(argv[1]), m = atoi(argv[2]);
    double x = atof(argv[3]);
    float f = atof(argv[4]);'
  sed -n 's/^ *"condition": \(".*"\),$/if (!(\1)) puts(/; s/^if (!("\(.*\)")) puts($/if (!(\1)) return puts(/p; s/^ *"message": \(".*"\)$/\1), 0;/p' rq.launch.json
  echo 'return 0; }'
} > rq.c
cc -Wall -Werror -o rq rq.c -lm
for values in "1 1 0.5 1.0" "1 1 -1.5 1.0" "1 1 1.5 1.0" "1 1 0.5 6.5" "1 1 0.5 -7.0" "200 1 0.5 1.0" "456 1 0.5 1.0" "-56 1 0.5 1.0" "4 4 0.5 1.0" "16 268435457 0.5 1.0" "1 1 nan 1.0"; do
  set -- $values
  echo "$values: $(./rq $1 $2 $3 $4) $(lprun rq.lpir --device interp --set n=$1,m=$2,x=$3,f=$4 2>&1 | grep -E -o "fmod$|ffloor$|u8$|product$")"
done
