"""Old names of JAX beside the new ones, each looked up: it works, it warns, or it is gone."""
# SPDX-License-Identifier: Apache-2.0

# %% look
import importlib
import warnings
from contextlib import suppress

import jax


def find(path):
    for module in (path, path.rpartition(".")[0]):
        with suppress(ImportError):
            importlib.import_module(module)
    place = jax
    for part in path.split(".")[1:]:
        place = getattr(place, part)


def fate(path):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            find(path)
        except AttributeError:
            return "gone"
    return "warns" if said else "works"


def look(lines):
    for line in lines.splitlines():
        old, new = line.split()
        print(f"{fate(old):5} {old:38} {fate(new):5} {new}")

# Output: none

# %% trees
look("""jax.tree_map jax.tree.map
jax.tree_leaves jax.tree.leaves
jax.tree_flatten jax.tree.flatten
jax.tree_unflatten jax.tree.unflatten
jax.tree_multimap jax.tree.map
jax.tree_util.tree_map jax.tree.map""")

# Output:
# gone  jax.tree_map                           works jax.tree.map
# gone  jax.tree_leaves                        works jax.tree.leaves
# gone  jax.tree_flatten                       works jax.tree.flatten
# gone  jax.tree_unflatten                     works jax.tree.unflatten
# gone  jax.tree_multimap                      works jax.tree.map
# works jax.tree_util.tree_map                 works jax.tree.map

# %% arrays
look("""jax.numpy.DeviceArray jax.Array
jax.interpreters.xla.DeviceArray jax.Array
jax.ops.index_update jax.Array.at
jax.ops.index_add jax.Array.at
jax.core.get_aval jax.typeof""")

# Output:
# gone  jax.numpy.DeviceArray                  works jax.Array
# gone  jax.interpreters.xla.DeviceArray       works jax.Array
# gone  jax.ops.index_update                   works jax.Array.at
# gone  jax.ops.index_add                      works jax.Array.at
# gone  jax.core.get_aval                      works jax.typeof
#
# Output before jax 0.10:
# gone  jax.numpy.DeviceArray                  works jax.Array
# gone  jax.interpreters.xla.DeviceArray       works jax.Array
# gone  jax.ops.index_update                   works jax.Array.at
# gone  jax.ops.index_add                      works jax.Array.at
# warns jax.core.get_aval                      works jax.typeof

# %% keys
look("""jax.random.PRNGKey jax.random.key
jax.random.KeyArray jax.Array
jax.random.PRNGKeyArray jax.Array""")

# Output:
# works jax.random.PRNGKey                     works jax.random.key
# gone  jax.random.KeyArray                    works jax.Array
# gone  jax.random.PRNGKeyArray                works jax.Array

# %% refs
look("""jax.experimental.mutable_array jax.new_ref
jax.array_ref jax.new_ref
jax.ref.new_ref jax.new_ref
jax.ref.freeze jax.freeze""")

# Output:
# gone  jax.experimental.mutable_array         works jax.new_ref
# gone  jax.array_ref                          works jax.new_ref
# works jax.ref.new_ref                        works jax.new_ref
# works jax.ref.freeze                         works jax.freeze
#
# Output before jax 0.9:
# warns jax.experimental.mutable_array         works jax.new_ref
# warns jax.array_ref                          works jax.new_ref
# works jax.ref.new_ref                        works jax.new_ref
# works jax.ref.freeze                         works jax.freeze

# %% settings
look("""jax.experimental.enable_x64 jax.enable_x64
jax.experimental.disable_x64 jax.enable_x64
jax.clear_backends jax.clear_caches
jax.api.jit jax.jit
jax.xla_computation jax.jit
jax.remat jax.checkpoint
jax.named_call jax.named_scope""")

# Output:
# gone  jax.experimental.enable_x64            works jax.enable_x64
# gone  jax.experimental.disable_x64           works jax.enable_x64
# gone  jax.clear_backends                     works jax.clear_caches
# gone  jax.api.jit                            works jax.jit
# gone  jax.xla_computation                    works jax.jit
# works jax.remat                              works jax.checkpoint
# works jax.named_call                         works jax.named_scope
#
# Output before jax 0.9:
# warns jax.experimental.enable_x64            works jax.enable_x64
# warns jax.experimental.disable_x64           works jax.enable_x64
# gone  jax.clear_backends                     works jax.clear_caches
# gone  jax.api.jit                            works jax.jit
# gone  jax.xla_computation                    works jax.jit
# works jax.remat                              works jax.checkpoint
# works jax.named_call                         works jax.named_scope

# %% effects
look("""jax.experimental.host_callback.call jax.pure_callback
jax.experimental.host_callback.id_print jax.debug.print
jax.experimental.host_callback.id_tap jax.debug.callback
jax.experimental.io_callback jax.experimental.io_callback""")

# Output:
# gone  jax.experimental.host_callback.call    works jax.pure_callback
# gone  jax.experimental.host_callback.id_print works jax.debug.print
# gone  jax.experimental.host_callback.id_tap  works jax.debug.callback
# works jax.experimental.io_callback           works jax.experimental.io_callback

# %% devices
look("""jax.experimental.maps.xmap jax.shard_map
jax.experimental.pjit.pjit jax.jit
jax.experimental.shard_map.shard_map jax.shard_map
jax.sharding.PositionalSharding jax.sharding.NamedSharding
jax.sharding.use_mesh jax.set_mesh
jax.device_put_replicated jax.device_put
jax.device_put_sharded jax.device_put
jax.lax.pvary jax.lax.pcast
jax.host_count jax.process_count
jax.host_id jax.process_index
jax.lib.xla_bridge.get_backend jax.default_backend""")

# Output:
# gone  jax.experimental.maps.xmap             works jax.shard_map
# warns jax.experimental.pjit.pjit             works jax.jit
# warns jax.experimental.shard_map.shard_map   works jax.shard_map
# gone  jax.sharding.PositionalSharding        works jax.sharding.NamedSharding
# gone  jax.sharding.use_mesh                  works jax.set_mesh
# gone  jax.device_put_replicated              works jax.device_put
# gone  jax.device_put_sharded                 works jax.device_put
# gone  jax.lax.pvary                          works jax.lax.pcast
# works jax.host_count                         works jax.process_count
# works jax.host_id                            works jax.process_index
# gone  jax.lib.xla_bridge.get_backend         works jax.default_backend
#
# Output before jax 0.10:
# gone  jax.experimental.maps.xmap             works jax.shard_map
# warns jax.experimental.pjit.pjit             works jax.jit
# warns jax.experimental.shard_map.shard_map   works jax.shard_map
# gone  jax.sharding.PositionalSharding        works jax.sharding.NamedSharding
# gone  jax.sharding.use_mesh                  works jax.set_mesh
# warns jax.device_put_replicated              works jax.device_put
# warns jax.device_put_sharded                 works jax.device_put
# warns jax.lax.pvary                          works jax.lax.pcast
# works jax.host_count                         works jax.process_count
# works jax.host_id                            works jax.process_index
# gone  jax.lib.xla_bridge.get_backend         works jax.default_backend

# %% functions
look("""jax.numpy.row_stack jax.numpy.vstack
jax.numpy.trapz jax.scipy.integrate.trapezoid
jax.numpy.in1d jax.numpy.isin
jax.numpy.alltrue jax.numpy.all
jax.numpy.msort jax.numpy.sort
jax.numpy.round_ jax.numpy.round
jax.nn.normalize jax.nn.standardize
jax.lax.zeros_like_array jax.numpy.zeros_like""")

# Output:
# gone  jax.numpy.row_stack                    works jax.numpy.vstack
# gone  jax.numpy.trapz                        works jax.scipy.integrate.trapezoid
# gone  jax.numpy.in1d                         works jax.numpy.isin
# gone  jax.numpy.alltrue                      works jax.numpy.all
# gone  jax.numpy.msort                        works jax.numpy.sort
# gone  jax.numpy.round_                       works jax.numpy.round
# gone  jax.nn.normalize                       works jax.nn.standardize
# gone  jax.lax.zeros_like_array               works jax.numpy.zeros_like
#
# Output before jax 0.9:
# gone  jax.numpy.row_stack                    works jax.numpy.vstack
# gone  jax.numpy.trapz                        works jax.scipy.integrate.trapezoid
# gone  jax.numpy.in1d                         works jax.numpy.isin
# gone  jax.numpy.alltrue                      works jax.numpy.all
# gone  jax.numpy.msort                        works jax.numpy.sort
# gone  jax.numpy.round_                       works jax.numpy.round
# gone  jax.nn.normalize                       works jax.nn.standardize
# warns jax.lax.zeros_like_array               works jax.numpy.zeros_like

# %% libraries
look("""jax.experimental.export jax.export
jax.linear_util jax.extend.linear_util
jax.core.Primitive jax.extend.core.Primitive
jax.core.Jaxpr jax.extend.core.Jaxpr
jax.core.ClosedJaxpr jax.extend.core.ClosedJaxpr""")

# Output:
# gone  jax.experimental.export                works jax.export
# gone  jax.linear_util                        works jax.extend.linear_util
# gone  jax.core.Primitive                     works jax.extend.core.Primitive
# gone  jax.core.Jaxpr                         works jax.extend.core.Jaxpr
# gone  jax.core.ClosedJaxpr                   works jax.extend.core.ClosedJaxpr
