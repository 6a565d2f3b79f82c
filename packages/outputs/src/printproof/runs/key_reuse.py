"""PRNG keys that are used twice: JAX's own checker listens to a whole run and reports without ending it.

The checker is `jax.experimental.key_reuse`, off by default. Switched on it raises, and it changes other errors: a
leaked tracer is then a TypeError. Here it is asked before each operation, and the operation goes on as without it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from printproof.runs.libraries import loaded


def listen_for_reused_keys() -> Callable[[], str]:
    """Switch the checker on for this process; gives what it found since it was asked last, or nothing.

    Where a script switches it itself, by ``jax.debug_key_reuse`` or ``jax.config.update``, it raises as usual.
    """
    if not loaded("jax"):
        return str
    import jax
    from jax.experimental.key_reuse import _core  # private: there is no public way to listen

    checker: Any = _core
    listener = _Listener(checker.call_impl_with_key_reuse_checks, checker.check_key_reuse_jaxpr)
    jax.config.update("jax_debug_key_reuse", True)  # type: ignore[no-untyped-call]
    checker.call_impl_with_key_reuse_checks = listener.operation
    checker.check_key_reuse_jaxpr = listener.program
    update = jax.config.update

    def switch(name: str, value: Any) -> None:
        listener.switched |= name == "jax_debug_key_reuse"
        update(name, value)  # type: ignore[no-untyped-call]

    # Replaced, to hear of it when the script itself switches the checker on.
    jax.config.update = switch  # type: ignore[method-assign]
    return listener.found


class _Listener:
    def __init__(self, check_operation: Callable[..., Any], check_program: Callable[[Any], None]) -> None:
        self.check_operation = check_operation
        self.check_program = check_program
        self.switched = False
        self.first = ""

    def found(self) -> str:
        """What was found first since this was asked last."""
        first, self.first = self.first, ""
        return first

    def operation(self, primitive: Any, run: Callable[..., Any], *args: Any, **params: Any) -> Any:
        """Do one operation on values, checked; what the checker itself cannot have is done without it."""
        if self._by_script():
            return self.check_operation(primitive, run, *args, **params)
        began = False

        def once(*args: Any, **params: Any) -> Any:
            nonlocal began
            began = True
            return _as_unchecked(run, args, params)

        try:
            return self.check_operation(primitive, once, *args, **params)
        except Exception as error:
            if not self._note(error) and began:  # it is an error of the operation
                raise
        return _as_unchecked(run, args, params)

    def program(self, jaxpr: Any) -> None:
        """Look through a traced program."""
        try:
            self.check_program(jaxpr)
        except Exception as error:
            if self._by_script() or not self._note(error):
                raise

    def _note(self, error: Exception) -> bool:
        """Keep the first finding; False for an error of another kind."""
        import jax

        if not isinstance(error, jax.errors.KeyReuseError):
            return False
        self.first = self.first or f"{type(error).__name__}: {str(error).strip().splitlines()[0]}"
        return True

    def _by_script(self) -> bool:
        """True where the script itself has switched the checker on, for now or for good."""
        from jax._src import config  # private: a context manager's value is nowhere else

        return self.switched or config.debug_key_reuse.get_local() is True


def _as_unchecked(run: Callable[..., Any], args: tuple[Any, ...], params: Mapping[str, Any]) -> Any:
    """Do an operation as with the checker off: a tracer among arguments that have values has leaked, and is refused."""
    from jax._src import core

    core.check_eval_args(args)  # type: ignore[no-untyped-call]
    return run(*args, **params)
