def f(): yield 1
f()
#####
with open("x") as f: pass
#####
match 1:
    case 1: pass
#####
2**100
#####
x = 9223372036854775807 + 1
#####
try:
    open("file")
except Exception:
    print("no")
#####
class A:
    def __eq__(self, other): return True
#####
import os
#####
async def f(): pass
#####
x = 0
while True: x += 1
#####
x = []
while True: x = [x, x]
#####
x = "a"
while True: x = x + x
#####
x = [1]
while True: x += x
#####
def f(n): return f(n + 1)
f(0)
#####
print(object())
#####
x = b"bytes"
#####
1 is 1
#####
print(__file__)
#####
x = []
x.append(x)
print(x)
#####
eval("1")
#####
class A: pass
print(A())
#####
x = [lambda: 0]
for i in range(10**9): pass
#####
print(*5)
#####
hasattr("a", "encode")
#####
hasattr([], "__len__")
#####
try: (1).real
except AttributeError: pass
#####
"%.3d" % 5
#####
"%*d" % (5, 3)
#####
"%c" % "a"
#####
"%ld" % 5
#####
"%d" % 1e30
#####
format("abc", "010")
#####
x = {float("nan"): 1}
#####
try: "Ab".istitle()
except AttributeError: pass
