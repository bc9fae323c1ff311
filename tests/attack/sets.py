"""Sets whose order random programs show: by lists, dicts, `pop`, ties and what loops change."""

from __future__ import annotations

from .programs import Feature, Statement

_INTS = ("list", "int")
_SET = ("set", "int")

FEATURE = Feature(
    header=lambda writer: ["from collections import Counter, defaultdict"],
    kinds=(_SET,),
    forms={
        _INTS: (
            "list({si})", "[{Iv} for {v} in {si}]", "[{v} for {v} in {si} if {Bv}]", "[*{si}]",
            "list(dict.fromkeys({si}, 0))", "list({[}{v}: {Iv} for {v} in {si}{]})",
            "[{v} * {k} for {v} in {si} | {si}]", "list({si} & {si})", "list({si} - {si})",
            "list({si} ^ {si})", "list({si}.union({ri}))", "list({si}.intersection({li}))",
            "list({si}.difference({ri}))", "list({si}.symmetric_difference({ri}))",
            "list({si}.copy())", "list(frozenset({si}))", "list(set({li}) | frozenset({ri}))",
            "[{w} for {v} in {si} for {w} in {si}]", "sorted({si}, key=lambda {v}: {v} % 3)",
            "[{v} + {w} for {v}, {w} in enumerate({si})]", "list(map(abs, {si}))",
            "[{v} - {w} for {v}, {w} in zip({si}, {ri})]", "list({[}8, 1, 16, 3, {i}{]})",
            "[{v} for {v} in {[}16, 8, 24, 1, 0{]}]", "list({[}40, 8, 24, 3, 9{]})",
            "[{v}[0] for {v} in {[}({i}, {k}), ({i}, 1), (8, {i}), (1, 2){]}]",
            "[{v}[1] for {v} in {[}({w} % 5, {w}) for {w} in {si}{]}]",
            "[{v} for {v} in {[}{w} * 8 for {w} in {si}{]}]", "list(set(range({z}, {z} * 9, 3)))",
        ),
        "int": (
            "next(iter({si}))", "max({si}, key=lambda {v}: {v} % 3)", "sum({Iv} for {v} in {si})",
            "min({si}, key=lambda {v}: abs({v}))", "set({si}).pop()", "len({si} | {si})",
        ),
        _SET: (
            "({si} | {si})", "({si} ^ {si})", "{si}.union({ri})", "set(list({si}))",
            "{[}{Iv} for {v} in {si}{]}", "{[}{v} * 8 for {v} in {si}{]}", "set({ri})",
            "set({si})", "({si} - {si})", "({si} & {si})", "{[}8, 16, 0, {i}{]}",
        ),
    },
    statements=(
        Statement("{v} = set({si})\nfor {w} in {ri}:\n    {v}.add({Iw})", {"v": _SET}),
        Statement("{v} = set({si})\nfor {w} in {ri}:\n    {v}.discard({Iw})\n    {v}.add({w} * 8)",
                  {"v": _SET}),
        Statement("{v} = {[}{]}\nfor {w} in {si}:\n    {v}[{Iw}] = {i}\n{u} = list({v})",
                  {"u": _INTS}),
        Statement("{v} = defaultdict(int)\nfor {w} in {si}:\n    {v}[{w} % 5] += {Iw}\n"
                  "{u} = list({v})", {"u": _INTS}),
        Statement("{v} = Counter({si})\n{v}.update({si})\n{u} = list({v})", {"u": _INTS}),
        Statement("{v} = {[}{]}\nfor {w} in {si}:\n    {v}.setdefault({w} % 4, []).append({w})\n"
                  "{u} = [one for each in {v}.values() for one in each]", {"u": _INTS}),
        Statement("{v} = []\nfor {w} in {si}:\n    {v}.append({Iw})", {"v": _INTS}),
        Statement("{v} = {i}\nfor {w} in {si}:\n    {v} = ({v} * 3 + {Iw}) % 1000", {"v": "int"}),
        Statement("{v} = ''\nfor {w} in {si}:\n    {v} += str({Iw})", {"v": "str"}),
        Statement("{v} = 0.0\nfor {w} in {si}:\n    {v} += {w} / 7", {"v": "float"}),
        Statement("{v} = set({si})\n{u} = []\nwhile {v}:\n    {u}.append({v}.pop())", {"u": _INTS}),
        Statement("{v} = set({si})\n{u} = []\nfor {w} in {ri}:\n    if {v}:\n"
                  "        {u}.append({v}.pop())\n    {v}.add({w} * 3)", {"u": _INTS}),
        Statement("{v} = set({si})\n{v} |= {si}\n{v} -= {si}\n{u} = list({v})", {"u": _INTS}),
        Statement("{v} = set({si})\n{v} &= {si}\n{v} ^= {si}\n{u} = list({v})", {"u": _INTS}),
        Statement("{v} = set({si})\n{v}.update({ri})\n{v}.difference_update({li})\n"
                  "{v}.symmetric_difference_update({ri})\n{u} = list({v})", {"u": _INTS}),
        Statement("{v} = []\ndef {u}({w}):\n    {v}.append({w})\n    return {Bw}\n"
                  "{w} = any({u}(one) for one in {si})", {"v": _INTS, "w": "bool"}),
        Statement("{v} = []\ndef {u}({w}):\n    {v}.append({w})\n    return {Iw}\n"
                  "{w} = sum({u}(one) for one in {si})", {"v": _INTS, "w": "int"}),
        Statement("def {v}({w}):\n    found = []\n    for one in {w}:\n        found.append(one)\n"
                  "    return found\n{u} = {v}({si})", {"u": _INTS}),
        Statement("{v} = [{k}] * 9\n{u} = {v}\nfor {w} in {si}:\n    if {u}[{w} % 9] == {k}:\n"
                  "        {v}[({w} + 1) % 9] = {i}", {"v": _INTS}),
        Statement("for {w} in {si}:\n    BLOCK", {}, {"w": "int"}),
        Statement("for {w} in {ss}:\n    if {w} == {s}:\n        {v} = {i}", {}),
        Statement("{v}, *{u} = {[}{i}, 8, 16{]}", {"v": "int", "u": _INTS}),
    ),
)  # fmt: skip
