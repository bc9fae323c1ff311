"""Call compiled functions: what they raise is passed on, and a status is code where it is used.

Numba generates code after each call for all that a caller may need to know, and allocates a
variable for what the call raises. Nearly all callers only check whether the call failed, and pass
on what it raised. The rest was a sixth of the code that LLVM read of a search.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.callconv import (
    RETCODE_EXC,
    RETCODE_NONE,
    RETCODE_OK,
    RETCODE_STOPIT,
    RETCODE_USEREXC,
    CPUCallConv,
    excinfo_ptr_t,
)
from numba.core.types import Optional

__all__ = ["CallConvention"]

_RAISED = excinfo_ptr_t.as_pointer()


class CallConvention(CPUCallConv):  # type: ignore[misc]
    """Numba's convention: functions return a code and write results and errors to pointers."""

    def call_function(
        self,
        builder: Any,
        callee: Any,
        resty: Any,
        argtys: Any,
        args: Any,
        attrs: Any = None,
    ) -> tuple[Any, Any]:
        given = builder.function.args[1:2]
        if attrs or [each.type for each in given] != [_RAISED]:  # Python calls it
            return super().call_function(  # type: ignore[no-any-return]
                builder, callee, resty, argtys, args, attrs
            )
        kind = self.get_return_type(resty).pointee
        returned = cgutils.alloca_once(builder, kind)
        builder.store(cgutils.get_null_value(kind), returned)
        passed = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [returned, *given, *passed])
        status = _Status(builder, code, given[0], may_be_none=isinstance(resty, Optional))
        value = self.context.get_returned_value(builder, resty, builder.load(returned))
        return status, value

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """Return the code of a failed call, unless this function handles it."""
        if not isinstance(status, _Status):
            super().return_status_propagate(builder, status)
            return
        in_try = self.check_try_status(builder).in_try
        with builder.if_then(builder.not_(in_try)):
            builder.ret(status.code)


class _Status:
    """The attributes of Numba's `Status`. Each generates its code when it is read."""

    def __init__(self, builder: Any, code: Any, raised: Any, *, may_be_none: bool) -> None:
        self._builder = builder
        self._raised = raised
        self._may_be_none = may_be_none
        self.code = code

    def _is(self, code: Any, compared: str = "==") -> Any:
        return self._builder.icmp_signed(compared, self.code, code)

    @property
    def is_ok(self) -> Any:
        returned = self._is(RETCODE_OK)
        return self._builder.or_(returned, self.is_none) if self._may_be_none else returned

    @property
    def is_error(self) -> Any:
        return self._builder.not_(self.is_ok) if self._may_be_none else self._is(RETCODE_OK, "!=")

    @property
    def is_none(self) -> Any:
        return self._is(RETCODE_NONE)

    @property
    def is_stop_iteration(self) -> Any:
        return self._is(RETCODE_STOPIT)

    @property
    def is_python_exc(self) -> Any:
        return self._is(RETCODE_EXC)

    @property
    def is_user_exc(self) -> Any:
        return self._is(RETCODE_USEREXC, ">=")

    @property
    def excinfoptr(self) -> Any:
        nothing = ir.Constant(excinfo_ptr_t, ir.Undefined)
        return self._builder.select(self.is_user_exc, self._builder.load(self._raised), nothing)

    def forget_error(self) -> None:
        """Clear what the call raised: Numba's own handlers look whether there is something."""
        self._builder.store(ir.Constant(excinfo_ptr_t, None), self._raised)
