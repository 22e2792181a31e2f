# A script can ask what there is: the package `loopy` for Python is made of these names.
cd "$OUT"
cat > names.py <<'CODE'
names = dir(lp)
print(names == sorted(names), len(names) > 100, len(names) == len(set(names)))
print([name in names for name in ["make_kernel", "split_iname", "fuse_kernels", "no_such_name"]])
print([callable(getattr(lp, name)) for name in names].count(False))
print("float64" in dir(np), dir(isl))
CODE
lpopt --script names.py -o k.cl
for wrong in 'dir()' 'dir(3)' 'dir(lp, np)'; do
    echo "print($wrong)" >wrong.py
    lpopt --script wrong.py -o k.cl --message-format short
done
