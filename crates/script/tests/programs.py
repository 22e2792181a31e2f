print({"i", "j"} == {"j", "i"}, len({"i", "i"}), """a
b""", 'x' "y")
#####
x = [1, 2, 3]
y = x
y.append(4)
print(x, x[1:], x[::-1], x[-1], x[1:3], x[:-1])
x[1:2] = [7, 8, 9]
del x[0], x[-1]
print(x, y is x)
a, *b, c = range(5)
print(a, b, c)
(d, e), f = (1, 2), 3
print(d, e, f)
#####
def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw
print(f(1, c=3), f(1, 2, 3, 4, c=5, z=6), f(*[1, 2], **{"c": 3}))
try:
    f(1)
except TypeError as e:
    print(e)
try:
    f(1, c=1, a=2)
except TypeError as e:
    print(e)
def g(a, /, b): return a - b
print(g(1, b=2))
for bad in [lambda: g(), lambda: g(1, 2, 3), lambda: g(1, a=2, b=1), lambda: g(1, 2, q=1)]:
    try:
        bad()
    except TypeError as e:
        print(e)
#####
def outer():
    x = 1
    def inner():
        nonlocal x
        x += 1
        return x
    inner()
    return inner() + x
print(outer())
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
count = 0
def bump():
    global count
    count += 1
bump(); bump()
print(count)
def unbound():
    print(y)
    y = 1
try:
    unbound()
except UnboundLocalError as e:
    print(type(e).__name__, e)
try:
    nothing
except NameError as e:
    print(e)
#####
class A:
    k = 1
    def __init__(self, x, y=2):
        self.x = x
        self.y = y
    def sum(self): return self.x + self.y
    def __repr__(self): return f"A({self.x}, {self.y})"
class B(A):
    def __init__(self, x):
        super().__init__(x, 10)
        self.z = 3
    def sum(self): return super().sum() + self.z
a, b = A(1), B(2)
print(a, b, a.sum(), b.sum(), [a, b], {"a": a}, b.k, A.k, isinstance(b, A), issubclass(B, A), isinstance(a, B))
a.k = 5
print(a.k, A.k, B.k, type(b).__name__, hasattr(a, "z"), getattr(a, "z", None))
class E(Exception): pass
class F(E):
    def __init__(self, n):
        super().__init__(f"n is {n}")
        self.n = n
try:
    raise F(3)
except E as e:
    print(e, e.n, e.args, repr(e))
class G(ValueError): pass
try:
    raise G("x", 1)
except ValueError as e:
    print(e, repr(e))
#####
def h(n):
    try:
        if n == 0:
            raise ValueError("zero")
        if n == 1:
            return "one"
        x = [1][n]
    except ValueError as e:
        return f"caught {e}"
    except (IndexError, KeyError):
        return "index"
    else:
        return "else"
    finally:
        print("finally", n)
print([h(n) for n in range(3)])
try:
    try:
        1/0
    except ZeroDivisionError:
        raise
    finally:
        print("inner")
except ArithmeticError as e:
    print(e)
for i in range(3):
    try:
        continue
    finally:
        print("f", i)
else:
    print("done")
n = 0
while n < 5:
    n += 1
    if n == 3: break
else:
    print("never")
while n < 5: n += 1
else: print("else")
try:
    assert n == 4, "n is not 4"
except AssertionError as e:
    print(e)
try: {}["k"]
except KeyError as e: print(e, repr(e))
#####
print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2, 2**10, 2**-1, 2**0.5, (-2)**3, 7 / 2, 6 / 3, 1e16, 1e15, 1e-5, 0.0001, 123456789.125)
print(1 == 1.0, True + 1, hash(1.5), 0.1 + 0.2, 1e300 * 1e10, -0.0, round(2.5), round(3.5), round(2.675, 2), round(-1.5), abs(-3), divmod(-7, 2), divmod(7.5, 2))
print(3 & 5, 3 | 5, 3 ^ 5, ~3, 1 << 4, -17 >> 2, True & False, True | 1, not 0, 1 if [] else 2)
print(1 < 2 < 3, 1 < 3 > 2, 1 == 1 != 2, "a" < "b", [1, 2] < [1, 3], (1,) < (1, 0), None is None, "x" in "xyz", 3 not in [1, 2])
print(1j * 1j, 2 + 3j, (1-2j).real, complex(1, 2), -1j, 1j == 1j, abs(3+4j))
print(int("12"), int(" -5 "), int("ff", 16), int(3.9), int(-3.9), float("1.5"), float("inf"), str(1.0), bool(""), bool([0]))
#####
print("%s is %d and %5.2f|%-5s|%05d|%x|%%" % ("a", 3, 2.5, "b", 42, 255), "%r" % "q", "%s" % [1])
print(f"{3.14159:.2f} {42:>6} {42:<6}| {42:^6}| {'a':>3} {1000000:,} {255:#x} {255:b} {0.5:%} {1e10:g} {12345.678:e} {3:+d} {7:03}")
x = 5; name = "n"
print(f"{x=} {name!r} {x:{x}} {x + 1} {{}} {name:>{x}}")
print("{} {} {0}".format(1, 2) if False else "{0} {1} {0}".format(1, 2), "{a}-{b:>4}".format(a=1, b=2), "{!r}".format("x"))
print("a,b,c".split(","), " a  b ".split(), "a b c".split(" ", 1), "abc".upper(), "Abc".swapcase(), "x=1".partition("="), "a.b.c".rpartition("."), "-".join(["a", "b"]))
print("abc".replace("b", "x"), "abcabc".find("c"), "abcabc".rfind("c"), "abc".startswith(("a", "z")), "  x ".strip(), "xxaxx".strip("x"), "abc".center(7, "*"), "5".zfill(3), "-5".zfill(4))
print("hello world".title(), "hello".capitalize(), "abc".isalpha(), "12".isdigit(), "a1".isalnum(), "aXb".islower(), "ab\ncd\r\ne".splitlines(), "abcb".count("b"), "abc".index("c"))
print(repr("it's"), repr('a"b'), repr("a\n\t\\"), repr('\'"'), "\x41\u00e9", "a" * 3, "abc"[1], "abc"[::-1], "abc"[-2:])
print("prefix_x".removeprefix("prefix_"), "x.py".removesuffix(".py"), "a b  c".rsplit(None, 1), "a,b,c".rsplit(",", 1), "é".upper(), len("é"))
#####
d = {"a": 1, "b": 2}
d["c"] = 3
print(d, d.get("z"), d.get("z", 0), d.pop("a"), d, list(d), list(d.items()), d.keys(), d.values(), d.items(), "b" in d, len(d))
d.update({"x": 1}, y=2)
d.setdefault("l", []).append(1)
print(d, {**d, "b": 0}, {k: v for k, v in d.items() if k != "l"}, d | {"q": 1}, dict(a=1), dict([("k", 2)]), dict.fromkeys("ab", 0))
for k in list(d):
    if k < "c": del d[k]
print(d, {1: "a", 1.0: "b", True: "c"}, {(1, 2): 3}[1, 2])
try:
    for k in d: d[k + "x"] = 1
except RuntimeError as e:
    print(e)
#####
s = {3, 1, 2}
s.add(10); s.discard(1)
print(s, s | {5}, s & {2, 3}, s - {2}, s ^ {2, 99}, len(s), 3 in s, {1, 2} <= {1, 2, 3}, {1} < {1}, set(), frozenset([1, 2]), {1, 2} == frozenset([2, 1]))
print({100, 1, 50, 7, 33, 64, 8}, set(range(20, 0, -3)), {x * x % 17 for x in range(10)}, {(1, 2), (0, 1)} == {(0, 1), (1, 2)})
t = set([5, 1]); t.update([9, 8], (7,)); t -= {9}
print(sorted(t), t, t.union([1, 2]), t.intersection([5, 7, 99]), t.difference([5]), t.isdisjoint({6}), sorted("hello"), sorted([3, 1, 2], reverse=True), sorted(["bb", "a"], key=len))
u = set(range(0, 1000, 37)); u ^= {37, 74, 5}
print(u, u.pop(), u)
#####
print([x for x in range(10) if x % 2 if x > 3], [(i, j) for i in range(3) for j in range(i)], {i: i*i for i in range(3)}, list(x + 1 for x in [1, 2]))
print(sum(x for x in range(5)), any(x > 3 for x in range(5)), all([]), max(3, 1, 2), min([4, 2]), max("abc"), max([], default=7), max(["aa", "b"], key=len), sum([[1], [2]], []))
print(list(zip([1, 2, 3], "ab")), list(enumerate("ab", 1)), list(map(lambda x, y: x + y, [1, 2], [3, 4])), list(filter(None, [0, 1, "", "a"])), list(reversed([1, 2, 3])), list(range(5, 0, -2)))
it = iter([1, 2, 3]); next(it)
print(list(it), next(it, "end"), range(3), range(1, 5, 2), range(10)[2:5], range(10)[-1], len(range(0, 10, 3)), 4 in range(0, 10, 2))
g = (print("lazy", i) or i for i in range(3))
print("before", next(g), next(g))
print([y := 5, y + 1], y, [z := w for w in range(3)], z, tuple([1]), (), (1,), [[0] * 2 for _ in range(2)])
print(*[1, 2], sep="-", end="!\n")
x = y = []; x.append(1); print(y)
a = [1, 2]; b = a; a += [3]; print(b); a = a + [4]; print(b, a)
print([1, 2] * 2, (1, 2) + (3,), [1, [2, [3]]], "a" "b", 1 or 2, 0 or "x", 1 and 0, None or [])
print(str([1.0, "a", None, True]), repr(("x",)), [..., 1], type(1) == int, type("") is str, isinstance(True, int), isinstance(1, (str, int)))
#####
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(15), (lambda *a, **k: (a, k))(1, 2, x=3))
def deco(f):
    def wrapped(*args):
        print("calling", f.__name__)
        return f(*args)
    return wrapped
@deco
def twice(x): return 2 * x
print(twice(4))
class C:
    def __len__(self): return 3
    def __getitem__(self, i): return i * 2
    def __contains__(self, x): return x == 1
    def __call__(self, x): return x + 1
    def __str__(self): return "C!"
c = C()
print(len(c), c[4], 1 in c, 2 in c, c(1), c, f"{c}", bool(c), str(c))
print(sorted([(2, "b"), (1, "z"), (2, "a")]))
x = [3, 1, 2]; x.sort(); print(x); x.sort(key=lambda v: -v); print(x); x.insert(1, 9); x.remove(3); x.extend((7, 8)); print(x, x.pop(), x.pop(0), x.index(9), x.count(1)); x.reverse(); print(x, x.copy(), x.clear(), x)
#####
print('before')
1 + 'a'
print('behind')
#####
print('before')
'a' + 1
print('behind')
#####
print('before')
[1] + (2,)
print('behind')
#####
print('before')
None + 1
print('behind')
#####
print('before')
1 < 'a'
print('behind')
#####
print('before')
[1][5]
print('behind')
#####
print('before')
{}['x']
print('behind')
#####
print('before')
int('x')
print('behind')
#####
print('before')
(1).x
print('behind')
#####
print('before')
'a'.nope()
print('behind')
#####
print('before')
len(5)
print('behind')
#####
print('before')
1()
print('behind')
#####
print('before')
for_ = 1
for_.y = 2
print('behind')
#####
print('before')
a, b = 1, 2, 3
print('behind')
#####
print('before')
a, b = [1]
print('behind')
#####
print('before')
x = 5
x[0]
print('behind')
#####
print('before')
{[]: 1}
print('behind')
#####
print('before')
{[1]}
print('behind')
#####
print('before')
'%d' % 'a'
print('behind')
#####
print('before')
'%s %s' % (1,)
print('behind')
#####
print('before')
'%s' % (1, 2)
print('behind')
#####
print('before')
raise 5
print('behind')
#####
print('before')
max([])
print('behind')
#####
print('before')
[].pop()
print('behind')
#####
print('before')
{}.popitem()
print('behind')
#####
print('before')
iter(5)
print('behind')
#####
print('before')
next(iter([]))
print('behind')
#####
print('before')
1 // 0
print('behind')
#####
print('before')
1.0 % 0
print('behind')
#####
print('before')
0 ** -1
print('behind')
#####
print('before')
'abc'.index('z')
print('behind')
#####
print('before')
[1].remove(2)
print('behind')
#####
print('before')
-'a'
print('behind')
#####
print('before')
range(1, 2, 0)
print('behind')
#####
print('before')
chr(-1)
print('behind')
#####
print('before')
ord('ab')
print('behind')
#####
print('before')
sum(['a'])
print('behind')
#####
print('before')
float('x')
print('behind')
#####
print('before')
list(5)
print('behind')
#####
print('before')
assert False
print('behind')
#####
print('before')
x = lambda: y
x()
print('behind')
#####
print('before')
for i in 5: pass
print('behind')
#####
print('before')
'a' in 5
print('behind')
#####
print('before')
1 in 'a'
print('behind')
#####
print('before')
print(end=3)
print('behind')
#####
print('before')
abs('a')
print('behind')
#####
print('before')
(1, 2).append(3)
print('behind')
#####
print('before')
import_ = 3
import_()
print('behind')
#####
print('before')
'{} {}'.format(1)
print('behind')
#####
print('before')
'{x}'.format()
print('behind')
#####
print('before')
'a' * 1.5
print('behind')
#####
print('before')
[1] * 'b'
print('behind')
#####
print('before')
1.5 * (1,)
print('behind')
#####
print('before')
[1] + 5
print('behind')
#####
print('before')
(1,) + [1]
print('behind')
#####
print('before')
{1} + {2}
print('behind')
#####
print('before')
{} < {}
print('behind')
#####
print('before')
not_there.x
print('behind')
#####
print('before')
1j < 2j
print('behind')
#####
print('before')
round('x')
print('behind')
#####
print('before')
int([])
print('behind')
#####
print('before')
'a'.join([1])
print('behind')
#####
print('before')
'x'.split('')
print('behind')
#####
print('before')
sorted([1, 'a'])
print('behind')
#####
print('before')
zip(1)
print('behind')
#####
print('before')
list(zip([1], [1, 2], strict=True))
print('behind')
#####
print('before')
x = [1, 2]
x[1:2] = 5
print('behind')
#####
print('before')
x = [1, 2, 3]
x[::2] = [1]
print('behind')
#####
print('before')
del [1][3]
print('behind')
#####
print('before')
assert 1 == 2, ('a', 1)
print('behind')
#####
print('before')
raise KeyError('k')
print('behind')
#####
print('before')
raise RuntimeError
print('behind')
#####
print({138, -9, -8, 15})
print({1e16, 128, 193, 105, 36, 2.0, 60, 18})
#####
print("abc".startswith("", 99), "".startswith("", 1), "abc".endswith("", 4), "abc".startswith("", 3))
#####
print(format(5.0, ".1"), format(5.0, ".2"), format(50.0, ".2"), format(0.5, ".1"), format(0.0, ".1"))
#####
print('before')
format(100000, ",x")
#####
class A:
    def f(self): pass
a, b = A(), A()
print(a.f == a.f, a.f == b.f, [].append == [].append)
x = []
print(x.append == x.append, x.append == x.extend)
#####
class P:
    __n = 5
    def __init__(self): self.__h = 1
    def __a(self, __q=3): return self.__n + __q
    def g(self): return self.__a(), self.__h, [self.__n for __n in range(2)], self.__a.__name__
class Q(P):
    __n = 6
    def __a(self): return 2
class ___: __x = 1
class _U_:
    def f(self):
        def __inner(): return self.__y
        self.__y = 4
        return __inner()
print(Q().g(), hasattr(P(), "__h"), hasattr(P(), "_P__h"), P()._P__a(_P__q=1), ___._____x if False else ___().__x, _U_().f(), _U_._U___y if False else 0)
try: P().__n
except AttributeError as e: print(e)
try: P.g()
except TypeError as e: print(e)
#####
s = {0, 32, 64, 96, 128, 160}
for n in (0, 32, 96): s.discard(n)
s.add(0); s.add(32)
print({*s}, set(s), s.copy(), s | {7}, s - {7}, s ^ {7}, {5, *s, 9}, frozenset(s), [*s])
d = {17: 0, 1: 0, 33: 0, 9: 0, 25: 0}
print(set(d), {1}.union(d), {*d}, {1, 2} ^ d.keys(), d.keys() | {1, 40}, d.keys() - [1], set(d.keys()), {8, 16} | d.keys())
print([x for x in {17, 1, 33, 9, 25}], {17, 1, 33, 9, 25}, {1 + 1, 17, 33, 9, 8}, list({17, 1, 33, 9, 25}))
for x in {40, 8, 16, 0, 24, 32}: print(x)
print({frozenset({1}), frozenset({2}), frozenset({3, 4}), frozenset()}, {range(3), range(4), range(1, 9)})
t = set(); t.update(d); t.symmetric_difference_update({33: 1, 2: 2}); print(t, t.symmetric_difference(d), t.difference(d), t.intersection(d))
print({1} in {frozenset({1})}, {1} in {2})
#####
a, b = {1: 2, 3: [4]}, {3: [4], 1: 2}
print(a.items() == b.items(), a.keys() == b.keys(), a.keys() == {1, 3}, a.keys() <= {1, 2, 3}, a.keys() < b.keys(), {1} <= a.keys())
print(a.keys() & [3], a.keys().isdisjoint([2]), (1, 2) in a.items(), a.keys() - {1}, {1: 2}.items() == {(1, 2)}, {1: 2}.items() | [(3, 4)])
try: a.items() | b.items()
except TypeError as e: print(e)
#####
class A:
    def __len__(self): return 3
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * i
class B:
    def __getitem__(self, i): return "xyz"[i]
print([x for x in A()], 4 in A(), 5 in A(), sum(A()), [x for x in reversed(A())], list(B()), dict.fromkeys(B()), "".join(B()))
a, b, c = A()
print(a, b, c, *B(), max(B()), sorted(B(), reverse=True), list(zip(B(), A())), set(B()) == {"x", "y", "z"})
for x in B(): print(x)
try: reversed(B())
except TypeError as e: print(e)
class S:
    def __getitem__(self, i):
        if i > 1: raise StopIteration
        return i
print(list(S()))
#####
try: print(list(next(iter([])) for _ in range(2)))
except RuntimeError as e: print(e)
print(list(map(next, [iter([1]), iter([])])))
try: print([next(iter([]))])
except StopIteration as e: print("stop", e.args)
m = map(lambda x: 1 // x, [1, 0, 2])
print(next(m))
try: next(m)
except ZeroDivisionError as e: print(e)
print(next(m), next(m, "end"))
a = iter([1, 2, 3]); z = zip(a, iter([]))
print(next(z, 0), next(z, 0), list(a))
x = [1, 2, 3]; r = reversed(x); x[0] = 9; print(list(r))
#####
print(repr("\u200b\u2028\ue000\u0378\ufeff\U000e0001\xa0\xad\u3000é☃"), f"{1.5:n} {12345678.0:n} {5:n} {1.5:G} {7:c}")
class E(Exception): pass
def f():
    class C: pass
    return C
print(E, f(), ValueError, int, [E])
#####
def show(call):
    try: print(call())
    except Exception as e: print(type(e).__name__, e)
class B:
    def __init__(self, x): pass
    def m(self): pass
    def k(self, *, y): pass
def f(a, *, b=1): pass
def g(a, b, /, c): pass
def outer():
    def inner(x): pass
    return inner
for call in [lambda: "abc"["a"], lambda: range(3)["a"], lambda: B(), lambda: B(1).m(2), lambda: f(1, 2, b=3), lambda: f(1, 2),
             lambda: g(a=1, b=2), lambda: outer()(), lambda: (lambda: 0)(1), lambda: B(1).k(1, y=2), lambda: divmod(1.0, 0), lambda: divmod("a", 1),
             lambda: ",".join(5), lambda: B[0], lambda: B(1).zz, lambda: B.zz, lambda: 1 @ True, lambda: ord(5), lambda: [1].pop("a"), lambda: 1.5 << True]:
    show(call)
x = 1
try: x += "a"
except TypeError as e: print(e)
print((lambda: 0).__name__, Ellipsis, slice(1, 2).stop)
#####
def show(call):
    try: print(repr(call()))
    except Exception as e: print(type(e).__name__, e)
print(1e15+0.25, -86095791035121.12, [2.0**53 + 2.0, 1e22, 5e-324, 0.1], f"{1e15+0.25}", "%s %r" % (1e15+0.75, 4503599627370497.5))
for call in [lambda: "{} {1}".format(1, 2), lambda: "{0} {}".format(1, 2), lambda: "{a} {} {b} {}".format(1, 3, a=2, b=4),
             lambda: format(255, ",n"), lambda: format(255, "_n"), lambda: format(True, ",n"), lambda: format(65, ".2n"),
             lambda: "abc".find("", 1, -6), lambda: "abc".rfind("", 3, -5), lambda: "ab".count("", 1, 0), lambda: "abc".find("", 3),
             lambda: "abc".find("", 4), lambda: "abc".startswith("", 2, 1), lambda: "abc".endswith("", 3, 1), lambda: "abc".index("", 3, 1),
             lambda: "\xe9t\xe9 o".title(), lambda: "\xe9A".capitalize()]:
    show(call)

#####
def c():
    print('c')
for cause in [c, lambda: ValueError, lambda: ValueError('z'), lambda: 5, lambda: int, lambda: undefined]:
    try:
        raise ValueError('x') from cause()
    except Exception as e:
        print(type(e).__name__, e)
try:
    raise 5 from undefined
except (TypeError, NameError) as e:
    print(type(e).__name__)
#####
def f(x: print('ann'), *, y: print('y') = print('default')) -> print('ret'): return x
print(f(1))
z: print('z') = print('value')
class A:
    a: print('in class')
    b: int = 3
print(A().b)
def g():
    a: print('not looked at') = 1
    A.c: print('neither') = 2
    A().d: undefined
    return a
print(g(), A.c)
try:
    x: undefined_name
except NameError as e:
    print(e)
try:
    undefined_object.x: int
except NameError as e:
    print(e)
#####
from __future__ import annotations
x: undefined = 5
def f(a: undefined) -> undefined: return a
print(f(x))
#####
y = 1
def g():
    f = lambda a=(y:=3): a
    return y, f()
print(g(), y)
def h():
    def f(a: (y:=4) = 1): return a
    return y
print(h(), y)
def deco(c): return c
def k():
    @(d:=deco)
    class A: pass
    return d is deco
print(k())
try:
    d
except NameError:
    print('d is its own')
#####
x = 'g'
def f():
    x = 'f'
    z = 'z'
    class A:
        y = x
        w = z
        x = 'c'
    return A.y, A.x, A.w
print(f())
def g():
    len = 5
    class A:
        def n(self): return len
        m = len
    return A.m, A().n()
print(g())
#####
class Base:
    def hi(self): return 'base'
class A(Base):
    def hi(self): return 'A' + super().hi()
    def later(self):
        def inner(me): return super().hi()
        return inner(self)
class C:
    def hi(self): return 'C'
class D(C):
    hi = A.hi
print(A().hi(), A().later())
try:
    D().hi()
except TypeError as e:
    print(e)
def hi(self): return 'f' + super().hi()
class E(Base): hi = hi
try:
    E().hi()
except RuntimeError as e:
    print(e)
A.hi = lambda self: 'new'
print(A().hi())
#####
def f():
    try:
        1//0
    finally:
        raise
try:
    f()
except ZeroDivisionError:
    print('zde')
def cls():
    try:
        raise
    except ZeroDivisionError as e:
        return ValueError
try:
    try:
        1//0
    except cls():
        print('no')
except ZeroDivisionError:
    print('yes')
try:
    raise
except RuntimeError as e:
    print(e)

#####
try:
    try: raise ValueError('v')
    except (KeyError, (ValueError,)): print('nested')
except TypeError as e: print(e)
try:
    try: raise ValueError('v')
    except (ValueError, 5): print('got')
except TypeError as e: print(e)
try: raise ValueError('v')
except (KeyError, ValueError): print('one of them')
#####
x = 1
try:
    class A:
        del x
except NameError as e:
    print(e)
class B:
    y = 2
    del y
print(x, hasattr(B, 'y'))
#####
for number in [-2, 1114112]:
    try:
        print(f'{number:c}')
    except ValueError:
        print('value')
    except OverflowError as e:
        print(e)
#####
# -*- coding: utf-8 -*-
print(len('é'))
#####
def f(n):
    for a in n:
     for b in n:
      for c in n:
       for d in n:
        for e in n:
         for g in n:
          for h in n:
           for i in n:
            for j in n:
             for k in n:
              for l in n:
               for m in n:
                for o in n:
                 for p in n:
                  for q in n:
                   for r in n:
                    for s in n:
                     for t in n:
                      for u in n:
                       for v in n:
                        if v: print('deep')
f([1])

#####
print([] * 10**18, () * 2**53, len(2**53 * []))
