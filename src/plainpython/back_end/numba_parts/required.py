"""The private parts of Numba that this package overrides, replaces or reads, and a check of them.

This module loads nothing of Numba before it is asked.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ...errors import CannotCompile

__all__ = ["PARTS", "NumbaPart", "numba_loaded"]


class NumbaPart(NamedTuple):
    """A part of Numba that is no documented interface."""

    module: str
    name: str
    parameters: str | None
    """The names of the parameters, None for what is no function."""
    purpose: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def is_as_expected(self) -> bool:
        """True if Numba has this part, with these parameters."""
        try:
            found: Any = importlib.import_module(self.module)
            for each in self.name.split("."):
                if isinstance(found, type) and not any(each in vars(cls) for cls in found.__mro__):
                    return False  # the class of a class may have one of this name
                found = getattr(found, each)
        except (AttributeError, ImportError):
            return False
        if self.parameters is None:
            return True
        return callable(found) and [*inspect.signature(found).parameters] == self.parameters.split()


_INFERENCE = "self typeinfer"

REPLACED = tuple(
    NumbaPart(f"numba.core.{module}", name, parameters, purpose)
    for module, name, parameters, purpose in (
        ("ir", "Inst._rec_list_vars", "self val", "lists variables faster"),
        ("base", "_has_loc", "fn", "reads no signatures"),
        ("utils", "order_by_target_specificity", "target templates fnkey", "templates of a call"),
        ("typing.context", "order_by_target_specificity", "target templates fnkey", "the same"),
        ("postproc", "PostProcessor.run", "self emit_dels extend_lifetimes", "lives of variables"),
        ("types", "Type", None, "its metaclass checks types faster"),
    )
)
"""The parts that are replaced for the whole process, or while plainpython compiles."""

OVERRIDDEN = tuple(
    NumbaPart(f"numba.core.{module}", name, parameters, purpose)
    for module, purpose, names in (
        (
            "typing.context",
            "types of two values, conversions, operators",
            {
                "BaseContext.unify_pairs": "self first second",
                "BaseContext.can_convert": "self fromty toty",
                "BaseContext.resolve_function_type": "self func args kws",
            },
        ),
        (
            "typeinfer",
            "types of empty containers",
            {
                "CallConstraint.resolve": "self typeinfer typevars fnty",
                "CallConstraint._add_refine_map": "self typeinfer typevars sig",
                "SetItemRefinement._refine_target_type": "self typeinfer targetty idxty valty sig",
                "SetAttrConstraint.__call__": _INFERENCE,
                "GetAttrConstraint.refine": "self typeinfer target_type",
                "Propagate.__call__": _INFERENCE,
                "Propagate.refine": "self typeinfer target_type",
                "ExhaustIterConstraint.__call__": _INFERENCE,
                "ConstraintNetwork.append": "self constraint",
                "TypeInferer.copy": "self skip_recursion",
                "TypeInferer.build_constraint": "self",
                "TypeInferer.unify": "self raise_errors",
                "TypeInferer.get_return_type": "self typemap",
            },
        ),
        (
            "typed_passes",
            "passes",
            {
                "NopythonTypeInference.run_pass": "self state",
                "NativeLowering.lowering_class": None,
            },
        ),
        (
            "lowering",
            "checks and shorter code",
            {
                "Lower.lower_inst": "self inst",
                "Lower.lower_expr": "self resty expr",
                "Lower._find_singly_assigned_variable": "self",
                "Lower.storevar": "self value name argidx",
                "Lower.delvar": "self name",
            },
        ),
        (
            "typing.templates",
            "overloads compiled once",
            {
                "_OverloadFunctionTemplate._get_impl": "self args kws",
                "_OverloadFunctionTemplate.generic": "self args kws",
            },
        ),
        ("compiler", "passes", {"Compiler.define_pipelines": "self"}),
        (
            "compiler_machinery",
            "passes without timers",
            {"PassManager._runPass": "self index pss internal_state"},
        ),
        (
            "cpu",
            "overflow, recursion, conversions",
            {
                "CPUContext.mangler": "self name types abi_tags uid",
                "CPUContext.cast": "self builder val fromty toty",
                "CPUContext.get_function": "self fn sig _firstcall",
                "CPUContext.post_lowering": "self mod library",
                "CPUContext.nrt": None,
                "CPUContext.call_conv": None,
                "CPUContext.declare_function": "self module fndesc",
                "CPUContext.call_internal": "self builder fndesc sig args",
                "CPUContext.call_unresolved": "self builder name sig args",
            },
        ),
        (
            "callconv",
            "statuses of calls",
            {
                "CPUCallConv.call_function": "self builder callee resty argtys args attrs",
                "CPUCallConv.return_status_propagate": "self builder status",
            },
        ),
        (
            "runtime.context",
            "values without references",
            {"NRTContext.get_meminfos": "self builder ty val"},
        ),
        (
            "codegen",
            "all functions linked once",
            {
                "JITCodeLibrary.codegen": None,
                "JITCodeLibrary.finalize": "self",
                "JITCodeLibrary._optimize_functions": "self ll_module",
                "JITCodeLibrary._optimize_final_module": "self",
                "JITCodeLibrary._get_module_for_linking": "self",
            },
        ),
        (
            "caching",
            "compiled code on disk",
            {
                "_Cache.load_overload": "self sig target_context",
                "_Cache.save_overload": "self sig data",
            },
        ),
        (
            "rewrites",
            "empty lists that are returned",
            {"Rewrite.match": "self func_ir block typemap calltypes", "Rewrite.apply": "self"},
        ),
    )
    for name, parameters in names.items()
)
"""Methods that subclasses in this folder override."""

READ = tuple(
    NumbaPart(module, name, parameters, purpose)
    for module, name, parameters, purpose in (
        ("numba.core.compiler_machinery", "_pass_registry", None, "passes"),
        ("numba.core.event", "_registered", None, "passes"),
        ("numba.core.postproc", "PostProcessor._insert_var_dels", None, "lives of variables"),
        ("numba.core.postproc", "VariableLifetime", "blocks", "lives of variables"),
        ("numba.core.callconv", "excinfo_ptr_t", None, "statuses of calls"),
        ("numba.core.transforms", "canonicalize_cfg", "blocks", "passes"),
        ("numba.core.target_extension", "target_registry", None, "templates of a call"),
        ("numba.core.itanium_mangler", "mangle_type_or_value", "typ", "short names"),
        ("numba.core.typing.context", "BaseContext._lookup_global", "self gv", "known functions"),
        ("numba.core.typing.context", "BaseContext._insert_global", "self gv gty", "templates"),
        ("numba.core.typing.context", "BaseContext._remove_global", "self gv", "templates"),
        ("numba.core.typing.context", "CallStack.register", None, "type inference"),
        ("numba.core.typing.context", "CallStack.match", "self py_func args", "recursion"),
        ("numba.core.typeinfer", "TypeInferer.return_types_from_partial", "self", "recursion"),
        ("numba.core.typeinfer", "TypeInferer.seed_argument", "self name index typ", "inference"),
        ("numba.core.typeinfer", "TypeInferer.seed_return", "self typ", "inference"),
        ("numba.core.typeinfer", "TypeInferer.seed_type", "self name typ", "inference"),
        ("numba.core.typeinfer", "TypeInferer.propagate", "self raise_errors", "inference"),
        ("numba.core.typeinfer", "TypeInferer.add_type", None, "inference"),
        ("numba.core.typing.templates", "_OverloadFunctionTemplate._build_impl", None, "overloads"),
        ("numba.core.typing.templates", "make_overload_template", None, "overloads"),
        ("numba.core.typing.templates", "make_overload_method_template", None, "methods"),
        ("numba.core.typing.templates", "make_intrinsic_template", None, "generated code"),
        ("numba.core.lowering", "Lower._alloca_var", "self name fetype", "variables"),
        ("numba.core.utils", "_dynamic_modname", None, "names of modules"),
        ("numba.core.funcdesc", "qualifying_prefix", "modname qualname", "recursion"),
        ("numba.core.codegen", "RuntimeLinker.PREFIX", None, "recursion"),
        ("numba.core.codegen", "CPUCodegen._module_pass_manager", None, "one optimization"),
        ("numba.core.codegen", "CPUCodegen._create_empty_module", "self name", "linking"),
        ("numba.core.compiler", "CompileResult._rebuild", None, "compiled code on disk"),
        ("numba.core.compiler", "CompileResult._reduce", "self", "compiled code on disk"),
        ("numba.core.environment", "lookup_environment", None, "compiled code on disk"),
        # The C function that it calls reads arrays without counting references.
        ("numba.core.pythonapi", "PythonAPI.numba_array_adaptor", "self ary ptr", "lent arrays"),
        (
            "numba.experimental.function_type",
            "lower_cast_dispatcher_to_function_type",
            "context builder fromty toty val",
            "functions as values",
        ),
        ("llvmlite.binding.ffi", "register_lock_callback", "acq_fn rel_fn", "LLVM without clocks"),
        ("llvmlite.binding.ffi", "unregister_lock_callback", "acq_fn rel_fn", "the same"),
    )
)
"""The parts that are called or read, and not overridden."""

PARTS = (*REPLACED, *OVERRIDDEN, *READ)

_NOT_INSTALLED = "Numba is not installed, and it is what compiles; install it: pip install numba"

_failure = ""


@contextmanager
def numba_loaded() -> Iterator[None]:
    """Check Numba, and let modules that need it be loaded within this context.

    Raises:
        CannotCompile: if this version of Numba is not as this package needs it.

    """
    global _failure
    _insist_installed()
    _insist(_failure)
    changed = next((each for each in PARTS if not each.is_as_expected), None)
    if changed is not None:
        _insist(f"has changed {changed}, which compiled code needs")
    try:
        yield
    except Exception as error:  # what was loaded halfway must not be loaded again
        _failure = f"cannot be used: {type(error).__name__}: {error}"
        _insist(_failure)


def _insist_installed() -> None:
    """Raise the sentence for an installation without Numba, where there is no wheel of it."""
    try:
        importlib.import_module("numba")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] in ("numba", "llvmlite"):
            raise CannotCompile(_NOT_INSTALLED) from error
    except ImportError:
        pass  # the check of its parts says what is wrong


def _insist(fault: str) -> None:
    if fault:
        raise CannotCompile(f"Numba {_version()} {fault}; install another version of Numba")


def _version() -> str:
    try:
        return str(importlib.import_module("numba").__version__)
    except ImportError:
        return "(broken)"
