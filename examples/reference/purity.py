"""How often does a side effect happen under each transformation? Everything in the table was run and counted."""
# SPDX-License-Identifier: Apache-2.0

# %% count
from contextlib import redirect_stdout
from io import StringIO

import jax

page = StringIO()  # what is printed goes here


class Stop(Exception):
    pass


def count(effect, way, x):
    act, seen = effect()

    def f(x):
        act(x)
        return 2.0 * x

    run, stopped = way(f), 0
    for _ in range(3):
        try:
            with redirect_stdout(page):
                run(x)
                jax.effects_barrier()
        except Stop:
            stopped += 1
        except Exception:
            return "error"
    return stopped or seen()

# Output: none

# %% ways
import jax.numpy as jnp
from jax import lax


def same(f):
    return f


def four_times(f):
    def loop(x):
        for _ in range(4):
            x = f(x)
        return x

    return loop


def each(f):
    return lambda xs: [f(x) for x in xs]


def scan(f):
    def body(x, _):
        return f(x), None

    return lambda x: lax.scan(body, x, length=4)


def fori_loop(f):
    def body(_, x):
        return f(x)

    return lambda x: lax.fori_loop(0, 4, body, x)


def while_loop(f):
    def body(state):
        step, x = state
        return step + 1, f(x)

    def going_on(state):
        return state[0] < 4

    return lambda x: lax.while_loop(going_on, body, (0, x))


def taken(f):
    def other(x):
        return x

    return lambda x: lax.cond(x > 0, f, other, x)


def not_taken(f):
    def other(x):
        return x

    return lambda x: lax.cond(x < 0, f, other, x)


def nothing(f):
    return lambda x: x


def jit_grad(f):
    return jax.jit(jax.grad(f))


def grad_checkpoint(f):
    return jax.grad(jax.checkpoint(f))


ways = {  # how f is transformed, and what plain Python would do
    "jit": (jax.jit, same),
    "grad": (jax.grad, same),
    "jit(grad)": (jit_grad, same),
    "vmap": (jax.vmap, each),
    "checkpoint": (jax.checkpoint, same),
    "grad(checkpoint)": (grad_checkpoint, same),
    "scan": (scan, four_times),
    "fori_loop": (fori_loop, four_times),
    "while_loop": (while_loop, four_times),
    "cond": (taken, same),
    "cond(other)": (not_taken, nothing),
}

# Output: none

# %% effects
import itertools
import random
from types import SimpleNamespace

import numpy as np
from jax.experimental import io_callback


def printing():
    start = page.tell()
    return lambda x: print("x =", x), lambda: lines_since(start)


def debug_printing():
    start = page.tell()

    def act(x):
        jax.debug.print("x = {}", x)

    return act, lambda: lines_since(start)


def lines_since(start):
    return page.getvalue()[start:].count("\n")


def appending():
    log = []
    return lambda x: log.append("called"), lambda: len(log)


def counting():
    counter = SimpleNamespace(n=0)

    def act(x):
        counter.n += 1

    return act, lambda: counter.n


def global_counting():
    global calls
    calls = 0

    def act(x):
        global calls
        calls += 1

    return act, lambda: calls


def drawing(make):
    def effect():
        numbers, again = make(0), make(0)

        def seen():
            later = numbers.random()
            return [again.random() for _ in range(50)].index(later)

        return lambda x: numbers.random(), seen

    return effect


def moving_on():
    iterator = itertools.count()
    return lambda x: next(iterator), lambda: next(iterator)


def writing():
    file = StringIO()  # a file in memory

    def act(x):
        file.write("called\n")

    return act, lambda: file.getvalue().count("\n")


def raising():
    def act(x):
        raise Stop

    return act, lambda: 0


number = jax.ShapeDtypeStruct((), jnp.float32)


def callback(call):
    def effect():
        log = []

        def on_host(*x):
            log.append("called")
            return np.float32(1)

        return lambda x: call(on_host, x), lambda: len(log)

    return effect


def io(on_host, *x):
    io_callback(on_host, number, *x)


def pure(on_host, *x):
    jax.pure_callback(
        on_host, number, *x, vmap_method="sequential"
    )


def ref():
    total = jax.new_ref(jnp.int32(0))

    def act(x):
        total[...] += 1

    return act, lambda: int(total[...])


def tracer():
    mean = SimpleNamespace(total=0.0)

    def act(x):
        mean.total = mean.total + x

    def seen():
        leaked = isinstance(mean.total, jax.core.Tracer)
        return "leak" if leaked else "ok"

    return act, seen


effects = {
    "print": printing,
    "list.append": appending,
    "self.n += 1": counting,
    "global n": global_counting,
    "random.random": drawing(random.Random),
    "numpy.random": drawing(np.random.default_rng),
    "next": moving_on,
    "file.write": writing,
    "raise": raising,
    "jax.debug.print": debug_printing,
    "jax.debug.callback": callback(jax.debug.callback),
    "io_callback(x)": callback(io),
    "io_callback()": callback(lambda f, x: io(f)),
    "pure_callback(x)": callback(pure),
    "pure_callback()": callback(lambda f, x: pure(f)),
    "ref[...] += 1": ref,
    "self.total += x": tracer,
}

# Output: none

# %% table
inputs = {
    "vmap": jnp.ones(2),
    "vmap(cond)": jnp.array([1.0, -1.0]),
    "vmap(while_loop)": jnp.array([1.0, 4.0]),
}


def print_table(ways):
    print("effect:", *ways)
    for name, effect in effects.items():
        row = []
        for way, (transformed, plain) in ways.items():
            x = inputs.get(way, jnp.float32(1))
            happened = count(effect, transformed, x)
            wanted = count(effect, plain, x)
            row.append(f"{happened}/{wanted}")
        print(f"{name}:", *row)


print_table(ways)

# Output:
# effect: jit grad jit(grad) vmap checkpoint grad(checkpoint) scan fori_loop while_loop cond cond(other)
# print: 1/3 3/3 1/3 3/6 1/3 1/3 1/12 1/12 1/12 1/3 1/0
# list.append: 1/3 3/3 1/3 3/6 1/3 1/3 1/12 1/12 1/12 1/3 1/0
# self.n += 1: 1/3 3/3 1/3 3/6 1/3 1/3 1/12 1/12 1/12 1/3 1/0
# global n: 1/3 3/3 1/3 3/6 1/3 1/3 1/12 1/12 1/12 1/3 1/0
# random.random: 1/3 3/3 1/3 3/6 1/3 1/3 1/12 1/12 1/12 1/3 1/0
# numpy.random: 1/3 3/3 1/3 3/6 1/3 1/3 1/12 1/12 1/12 1/3 1/0
# next: 1/3 3/3 1/3 3/6 1/3 1/3 1/12 1/12 1/12 1/3 1/0
# file.write: 1/3 3/3 1/3 3/6 1/3 1/3 1/12 1/12 1/12 1/3 1/0
# raise: 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/0
# jax.debug.print: 3/3 3/3 3/3 6/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# jax.debug.callback: 3/3 3/3 3/3 6/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# io_callback(x): 3/3 error/3 error/3 6/6 3/3 error/3 12/12 12/12 12/12 3/3 0/0
# io_callback(): 3/3 3/3 3/3 3/6 3/3 error/3 12/12 12/12 12/12 3/3 0/0
# pure_callback(x): 0/3 error/3 error/3 6/6 3/3 error/3 0/12 0/12 0/12 0/3 0/0
# pure_callback(): 0/3 3/3 0/3 3/6 3/3 0/3 0/12 0/12 0/12 0/3 0/0
# ref[...] += 1: 3/3 3/3 3/3 error/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# self.total += x: leak/ok error/ok leak/ok error/ok leak/ok leak/ok leak/ok leak/ok leak/ok leak/ok leak/ok
#
# Output with jit off:
# effect: jit grad jit(grad) vmap checkpoint grad(checkpoint) scan fori_loop while_loop cond cond(other)
# print: 3/3 3/3 3/3 3/6 1/3 1/3 12/12 12/12 12/12 3/3 0/0
# list.append: 3/3 3/3 3/3 3/6 1/3 1/3 12/12 12/12 12/12 3/3 0/0
# self.n += 1: 3/3 3/3 3/3 3/6 1/3 1/3 12/12 12/12 12/12 3/3 0/0
# global n: 3/3 3/3 3/3 3/6 1/3 1/3 12/12 12/12 12/12 3/3 0/0
# random.random: 3/3 3/3 3/3 3/6 1/3 1/3 12/12 12/12 12/12 3/3 0/0
# numpy.random: 3/3 3/3 3/3 3/6 1/3 1/3 12/12 12/12 12/12 3/3 0/0
# next: 3/3 3/3 3/3 3/6 1/3 1/3 12/12 12/12 12/12 3/3 0/0
# file.write: 3/3 3/3 3/3 3/6 1/3 1/3 12/12 12/12 12/12 3/3 0/0
# raise: 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 0/0
# jax.debug.print: 3/3 3/3 3/3 6/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# jax.debug.callback: 3/3 3/3 3/3 6/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# io_callback(x): 3/3 error/3 error/3 6/6 3/3 error/3 12/12 12/12 12/12 3/3 0/0
# io_callback(): 3/3 3/3 3/3 3/6 3/3 error/3 12/12 12/12 12/12 3/3 0/0
# pure_callback(x): 3/3 error/3 error/3 6/6 3/3 error/3 12/12 12/12 12/12 3/3 0/0
# pure_callback(): 3/3 3/3 3/3 3/6 3/3 0/3 12/12 12/12 12/12 3/3 0/0
# ref[...] += 1: 3/3 3/3 3/3 error/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# self.total += x: ok/ok error/ok error/ok error/ok leak/ok leak/ok ok/ok ok/ok ok/ok ok/ok ok/ok
#
# Output with jit everywhere:
# effect: jit grad jit(grad) vmap checkpoint grad(checkpoint) scan fori_loop while_loop cond cond(other)
# print: 1/1 3/1 1/1 3/2 1/1 1/1 1/4 1/4 1/4 1/1 1/0
# list.append: 1/1 3/1 1/1 3/2 1/1 1/1 1/4 1/4 1/4 1/1 1/0
# self.n += 1: 1/1 3/1 1/1 3/2 1/1 1/1 1/4 1/4 1/4 1/1 1/0
# global n: 1/1 3/1 1/1 3/2 1/1 1/1 1/4 1/4 1/4 1/1 1/0
# random.random: 1/1 3/1 1/1 3/2 1/1 1/1 1/4 1/4 1/4 1/1 1/0
# numpy.random: 1/1 3/1 1/1 3/2 1/1 1/1 1/4 1/4 1/4 1/1 1/0
# next: 1/1 3/1 1/1 3/2 1/1 1/1 1/4 1/4 1/4 1/1 1/0
# file.write: 1/1 3/1 1/1 3/2 1/1 1/1 1/4 1/4 1/4 1/1 1/0
# raise: 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/3 3/0
# jax.debug.print: 3/3 3/3 3/3 6/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# jax.debug.callback: 3/3 3/3 3/3 6/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# io_callback(x): 3/3 error/3 error/3 6/6 3/3 error/3 12/12 12/12 12/12 3/3 0/0
# io_callback(): 3/3 3/3 3/3 3/6 3/3 error/3 12/12 12/12 12/12 3/3 0/0
# pure_callback(x): 0/0 error/0 error/0 6/0 3/0 error/0 0/0 0/0 0/0 0/0 0/0
# pure_callback(): 0/0 3/0 0/0 3/0 3/0 0/0 0/0 0/0 0/0 0/0 0/0
# ref[...] += 1: 3/3 3/3 3/3 error/6 3/3 6/3 12/12 12/12 12/12 3/3 0/0
# self.total += x: leak/leak error/leak leak/leak error/leak leak/leak leak/leak leak/leak leak/leak leak/leak leak/leak leak/ok
#
# Traces: f 38

# %% composed
def below_8(x):
    return x < 8


def vmap_cond(f):
    return jax.vmap(taken(f))


def each_cond(f):
    return lambda xs: [f(x) for x in xs if x > 0]


def vmap_while(f):
    return jax.vmap(lambda x: lax.while_loop(below_8, f, x))


def each_while(f):
    def loop(x):
        while below_8(x):
            x = f(x)

    return lambda xs: [loop(x) for x in xs]


print_table({
    "vmap(cond)": (vmap_cond, each_cond),
    "vmap(while_loop)": (vmap_while, each_while),
    "hessian": (jax.hessian, same),
})

# Output:
# effect: vmap(cond) vmap(while_loop) hessian
# print: 1/3 1/12 3/3
# list.append: 1/3 1/12 3/3
# self.n += 1: 1/3 1/12 3/3
# global n: 1/3 1/12 3/3
# random.random: 1/3 1/12 3/3
# numpy.random: 1/3 1/12 3/3
# next: 1/3 1/12 3/3
# file.write: 1/3 1/12 3/3
# raise: 3/3 3/3 3/3
# jax.debug.print: 6/3 18/12 3/3
# jax.debug.callback: 6/3 18/12 3/3
# io_callback(x): error/3 error/12 error/3
# io_callback(): error/3 error/12 3/3
# pure_callback(x): 6/3 0/12 error/3
# pure_callback(): 3/3 0/12 3/3
# ref[...] += 1: error/3 error/12 error/3
# self.total += x: leak/ok leak/ok error/ok
#
# Output with jit everywhere:
# effect: vmap(cond) vmap(while_loop) hessian
# print: 1/1 1/1 3/1
# list.append: 1/1 1/1 3/1
# self.n += 1: 1/1 1/1 3/1
# global n: 1/1 1/1 3/1
# random.random: 1/1 1/1 3/1
# numpy.random: 1/1 1/1 3/1
# next: 1/1 1/1 3/1
# file.write: 1/1 1/1 3/1
# raise: 3/3 3/3 3/3
# jax.debug.print: 6/3 18/12 3/3
# jax.debug.callback: 6/3 18/12 3/3
# io_callback(x): error/3 error/12 error/3
# io_callback(): error/3 error/12 3/3
# pure_callback(x): 6/0 0/0 error/0
# pure_callback(): 3/0 0/0 3/0
# ref[...] += 1: error/3 error/12 error/3
# self.total += x: leak/leak leak/leak error/leak
