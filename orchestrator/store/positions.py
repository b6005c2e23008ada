"""The facts of stores up to schema 3: records were lists of their fields, in this order.

This never changes; what has been added to the records since then has its default.
"""

from __future__ import annotations

from orchestrator.core.model import (
    Condition,
    Domain,
    Event,
    ExactResult,
    ExactRun,
    Exploration,
    Finding,
    Function,
    Judgement,
    Parameter,
    Place,
    Scalar,
    Site,
    Value,
)
from orchestrator.store.runs import StoredRun

_FIELDS: dict[type, str] = {
    Place: "file line column",
    Site: "number function index opcode type arity kinds place inlined_at ruled_out evidence",
    Scalar: "name type cls offset",
    Parameter: "name type cls offset leaves",
    Condition: "expression file line",
    Domain: "ranges conditions",
    Function: "name symbol place signature parameters result input_size output_size sites externals constants"
    " sources unsupported domain closure static",
    Value: "name type cls raw",
    Event: "site kind exact result operands",
    ExactResult: "value kind range lower upper ulps differs",
    ExactRun: "results undetermined precision marks diverged",
    Judgement: "xflow reason consequence exact reported",
    Finding: "text judgement",
    Exploration: "paths sat unsat unknown deciders left_by_z3 solved_by_ariadne outcomes blocks statements"
    " full cut",
    StoredRun: "ended errno inputs results events exact",
}

POSITIONS = {record: tuple(names.split()) for record, names in _FIELDS.items()}
