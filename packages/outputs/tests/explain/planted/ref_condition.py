import jax
import jax.numpy as jnp

ref = jax.new_ref(jnp.array(0))


@jax.jit
def run(ref):
    def more(i):
        return (ref[...] < 3) & (i < 10)

    def body(i):
        ref[...] += 1
        return i + 1

    return jax.lax.while_loop(more, body, 0)


print(run(ref))
