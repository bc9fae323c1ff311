"""Functions as values: `step = up if n > 5 else down`, and later `step(n)`.

Numba gives such a value the address of a function for C as well, by which nobody calls it here.
Functions of plainpython have none: code that LLVM has not optimised would read an address that
no linker has filled in.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.experimental.function_type import lower_cast_dispatcher_to_function_type
from numba.extending import lower_cast

__all__: list[str] = []


@lower_cast(types.Dispatcher, types.FunctionType)
def _as_value(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    if not source.dispatcher.targetoptions.get("no_cfunc_wrapper"):
        return lower_cast_dispatcher_to_function_type(context, builder, source, target, value)
    kind = target.get_precise()
    compiled = source.dispatcher.get_compile_result(kind.signature)
    function = context.declare_function(builder.module, compiled.fndesc)
    context.active_code_library.add_linking_library(compiled.library)
    made = cgutils.create_struct_proxy(kind)(context, builder)
    made.py_addr = builder.ptrtoint(value, context.get_value_type(types.voidptr))
    made.jit_addr = builder.bitcast(function, context.get_value_type(types.voidptr))
    return made._getvalue()
