import jax
import jax.numpy as jnp
import numpy as np

rng = np.random.default_rng(0)
images = rng.normal(size=(256, 16)).astype(np.float32)
labels = (images[:, 0] > 0).astype(np.int32)


def init(key):
    one, two = jax.random.split(key)
    return [jax.random.normal(one, (16, 32)) * 0.1, jax.random.normal(two, (32, 2)) * 0.1]


def predict(params, x):
    return jnp.tanh(x @ params[0]) @ params[1]


def loss(params, x, y):
    logits = jax.nn.log_softmax(predict(params, x))
    return -jnp.mean(jnp.take_along_axis(logits, y[:, None], axis=1))


@jax.jit
def step(params, x, y):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    return [p - 0.5 * g for p, g in zip(params, grads)], value


params = init(jax.random.key(1))
for epoch in range(2):
    order = rng.permutation(256)
    for batch in order.reshape(8, 32):
        params, value = step(params, images[batch], labels[batch])
    print(f"epoch {epoch}: loss {value:.3f}")
print("right:", float(jnp.mean(jnp.argmax(predict(params, images), axis=1) == labels)))
