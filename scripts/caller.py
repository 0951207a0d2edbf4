# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Writes the calls that tests/caller makes: caller.py types|calls BY_HAND > caller_types.h|caller_calls.h

For every struct that callers fill a function that fills it, for every public function one that calls
it with arguments drawn at random, by the types, ranges and lengths that the headers tell of. What
the notes can't say is written by hand in BY_HAND, and left out here."""
import pathlib
import re
import sys

import api

ALWAYS = {"way_allocator": "draw_allocator(c)", "way_job": "draw_job(c)",
          "way_problem": "draw_problem(c)", "way_observer": "draw_observer(c)"}
SIGNED = {"int32_t", "int64_t"}
NUMBERS = {"uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t", "char"}


class Caller:
    def __init__(self, by_hand):
        self.api = api.Description("all", "lab", "file")
        self.by_hand = set(re.findall(r"^static \w+ ((?:fill|call)_\w+)\(", by_hand, flags=re.M))
        freed = [f["parameters"][0]["type"].rstrip("* ") for name, f in self.api.functions.items()
                 if re.search(r"_(free|destroy)$", name)]
        self.objects = sorted(set(self.api.opaque_only()) | set(freed) | {"way_space"})
        self.values = [name for name in self.objects if name in self.api.structs and name != "way_space"]

    # What an argument is drawn from ---------------------------------------------------------------

    def base(self, text):
        plain = re.sub(r"\b(const|struct)\b|\*", " ", text)
        return " ".join(plain.split())

    def number(self, name, type, facts):
        real = self.api.types.get(type, type)
        if type in ("way_cell", "way_state"):
            return "draw_cell(c)"
        if type == "way_unit":
            return "draw_unit(c)"
        if type == "bool":
            return "draw(c, 2) == 0"
        if type == "double":
            return "draw_double(c)"
        if type in self.api.enums:
            return f"({type})draw_enum(c, {len(self.api.enums[type]['values'])})"
        low, high = facts.get("min", 0), facts.get("max", 0)
        if real in SIGNED:
            return f"({type})draw_signed(c, {low}, {high})"
        return f'({type})draw_number(c, "{name}", {low}, {high}u)'

    def is_number(self, type):
        real = self.api.types.get(type, type)
        return real in NUMBERS | SIGNED | {"bool", "double"} or type in self.api.enums

    def one(self, target, name, text, facts):
        """Statements that draw what is not a list."""
        type = self.base(text)
        if "(" in text or "(" in self.api.types.get(type, ""):
            known = {"parallel_for", "cancelled", "progress"}
            return [f"{target} = draw_{name}(c);" if name in known else f"{target} = NULL;"]
        if "*" not in text:
            if self.is_number(type):
                return [f"{target} = {self.number(name, type, facts)};"]
            return [f"fill_{type}(c, &{target});"]
        if type in ALWAYS:
            return [f"{target} = {ALWAYS[type]};"]
        if type == "char" and text.count("*") == 1:
            return [f'{target} = draw_string(c, "{name}");']
        if type == "void":
            return [f"{target} = c;"]
        if type in self.objects:
            often = "draw(c, 4) == 0 ? NULL : " if facts.get("optional") else ""
            constant = "true" if "const" in text else "false"
            return [f"{target} = {often}draw_object(c, TYPE_{type}, {constant});"]
        if type == "way_algorithm":
            return [f"{target} = way_algorithm_at((uint32_t)draw(c, way_algorithm_count()));"]
        return self.list(target, type, "1", facts)

    def list(self, target, type, length, facts):
        fill = (f"list[i] = {self.number('item', type, {})};" if self.is_number(type)
                else f"fill_{type}(c, &list[i]);")
        null = f" if (draw(c, 3) == 0) {{ {target} = NULL; }}" if facts.get("optional") else ""
        return [f"{{ const uint32_t room = list_room({length}); {type} *list = draw_list(c, "
                f"sizeof *list, room); for (uint32_t i = 0; i < room; i++) {{ {fill} }} "
                f"{target} = list;{null} }}"]

    # Structs --------------------------------------------------------------------------------------

    def length(self, fields, index):
        """The field that says how many a list has."""
        names = [field["name"] for field in fields]
        told = fields[index].get("length")
        if told and all(word in names for word in re.findall(r"[a-z]\w*", told)):
            return told
        following = names[index + 1] if index + 1 < len(names) else ""
        return following if re.search(r"count$", following) else None

    def fill(self, name):
        fields = self.api.structs[name]["fields"]
        lengths = [self.length(fields, i) or "" for i, field in enumerate(fields) if "*" in field["type"]]
        counts = {word for length in lengths for word in re.findall(r"[a-z]\w*", length)}
        first, then = [], []
        for i, field in enumerate(fields):
            target, text = f"s->{field['name']}", field["type"]
            type, length = self.base(text), self.length(fields, i)
            if field["name"] in counts:
                low, high = field.get("min", 0), field.get("max", 0)
                first.append(f"{target} = draw_count(c, {low}, {high}u);")
            elif "array" in field:
                first.append(f"for (uint32_t i = 0; i < {field['array']}; i++) "
                             f"{{ {target}[i] = {self.number(field['name'], type, field)}; }}")
            elif "*" in text and length and "(" not in text and type not in self.objects and type != "void":
                then += self.list(target, type, f"s->{length}", field)
            else:
                first += self.one(target, field["name"], text, field)
        return (f"static void fill_{name}(caller *c, {name} *s)\n{{\n    memset(s, 0, sizeof *s);\n    "
                + "\n    ".join(first + then) + "\n    (void)c;\n}\n")

    # Calls ----------------------------------------------------------------------------------------

    def argument(self, entry, parameters, index, after):
        """(declaration, statements, argument) of a parameter; `after` gets what follows the call."""
        parameter = parameters[index]
        name, text = parameter["name"], parameter["type"]
        type = self.base(text)
        following = parameters[index + 1] if index + 1 < len(parameters) else {"name": "", "type": ""}
        before = parameters[index - 1] if index else {"name": "", "type": "", "kind": ""}
        variable = f"a_{name}"
        if before.get("kind") == "list":  # how long the list before it is
            return None, [], f"n_{before['name']}"
        counted = re.search(r"(count|size|capacity)$", following["name"]) and "*" not in following["type"]
        if "*" in text and "**" not in text and counted and type not in self.objects:
            parameter["kind"] = "list"
            length = f"n_{name}"
            low, high = following.get("min", 0), following.get("max", 0)
            drawn = f"{following['type']} {length} = ({following['type']})"
            if type == "char" and "const" in text:
                return f"size_t {length} = 0; const char *{variable}", [f"{variable} = draw_text(c, &{length});"], variable
            if type == "void" and "const" in text:
                return f"size_t {length} = 0; const void *{variable}", [f"{variable} = draw_blob(c, &{length});"], variable
            if "const" in text:
                return (f"{drawn}draw_count(c, {low}, {high}u); const {type} *{variable} = NULL",
                        self.list(variable, type, length, parameter), variable)
            size = "1" if type == "void" else f"sizeof(*{variable})"
            return (f"{drawn}draw(c, 300); {type} *{variable}",
                    [f"{variable} = draw_list(c, {size}, (uint32_t){length});"], variable)
        if "**" in text:
            if type in self.objects:
                after.append(f"made(c, TYPE_{type}, {variable}, ok);")
            return f"{text.rstrip('*')} *{variable} = NULL".replace("* *", "**"), [], f"&{variable}"
        if "*" in text and "const" not in text and type in self.values:
            if entry["name"].endswith("_free"):
                return f"{type} *{variable}", [f"{variable} = draw_object(c, TYPE_{type}, false);"], variable
            after.append(f"made(c, TYPE_{type}, {variable}, ok);")
            return f"{type} *{variable}", [f"{variable} = draw_value(c, sizeof *{variable});"], variable
        if "*" in text and "const" not in text and type not in self.objects and type not in ALWAYS \
                and type not in ("void", "way_algorithm"):
            seed = [f"fill_{type}(c, &{variable});"] if type == "way_rng" else []
            return f"{type} {variable}; memset(&{variable}, 0, sizeof {variable})", seed, f"&{variable}"
        if "*" in text and type in self.api.structs and type not in {*self.objects, *ALWAYS, "way_algorithm"}:
            often = [] if not parameter.get("optional") else [f"const bool none_{name} = draw(c, 4) == 0;"]
            given = f"none_{name} ? NULL : &{variable}" if often else f"&{variable}"
            return (f"{type} {variable}", [f"fill_{type}(c, &{variable});"] + often, given)
        if "*" not in text and type in self.api.structs:
            return f"{type} {variable}", [f"fill_{type}(c, &{variable});"], variable
        declared = f"{text} {variable}" if "(" not in self.api.types.get(type, "") else f"{type} {variable}"
        return declared, self.one(variable, name, text, parameter), variable

    def result(self, name, entry, call):
        returns, type = entry["returns"], self.base(entry["returns"])
        if returns == "void":
            return [f"{call};", "const bool ok = true;"]
        if returns == "way_status":
            return [f"const bool ok = tell(c, CALL_{name}, {call});"]
        if returns == "way_outcome":
            return [f"const bool ok = look_outcome({call});"]
        if "*" in returns and type in self.objects:
            constant = "true" if "const" in returns else "false"
            return [f"lent(c, TYPE_{type}, {call}, {constant});", "const bool ok = true;"]
        if "*" in returns and type == "char":
            return [f"look_text({call});", "const bool ok = true;"]
        if "*" in returns and any("count" == p["name"] for p in entry["parameters"]):
            return [f"const void *found = {call};", "look_bytes(found, a_count * "
                    f"sizeof({type}));", "const bool ok = true;"]
        return [f"(void){call};", "const bool ok = true;"]

    def call(self, name, entry):
        declarations, statements, arguments, after = [], [], [], []
        entry = dict(entry, name=name, parameters=[dict(p) for p in entry["parameters"]])
        for index in range(len(entry["parameters"])):
            declared, drawn, argument = self.argument(entry, entry["parameters"], index, after)
            declarations += [declared + ";"] if declared else []
            statements += drawn
            arguments.append(argument)
        lines = declarations + [one for one in statements if "draw_value(" not in one]
        lines += ["if (c->lacks) { return; }"] + [one for one in statements if "draw_value(" in one]
        kind = re.match(r"way_(platform|tiles|points)_", name)
        if kind and "a_space" in arguments:
            lines.append(f'if (!is_space(c, a_space, "{kind[1]}")) {{ return; }}')
        if re.search(r"_(free|destroy)$", name):
            lines += [f"drop(c, {arguments[0]});"]
        else:
            lines += self.result(name, entry, f"{name}({', '.join(arguments)})") + after + ["(void)ok;"]
        return (f"static void call_{name}(caller *c)\n{{\n    " + "\n    ".join(lines)
                + "\n    (void)c;\n}\n")

    # All of it ------------------------------------------------------------------------------------

    def statuses(self, name, seen=()):
        """A bit for each status that the header tells of, by way of functions it refers to as well."""
        entry = self.api.functions[name]
        found = {"OK", *entry["statuses"]}
        others = [other for other in re.findall(r"\bway_\w+", entry["comment"])
                  if other in self.api.functions and other not in seen and other != name]
        for other in others:
            found |= self.statuses(other, (*seen, name))
        return found

    def destroyer(self, type):
        for name, entry in self.api.functions.items():
            if re.search(r"_(free|destroy)$", name) and self.base(entry["parameters"][0]["type"]) == type:
                return name
        return None

    def print_types(self):
        print("// Made by scripts/caller.py of the headers.")
        print("enum {" + ", ".join(f"TYPE_{name}" for name in self.objects) + ", TYPE_COUNT };")
        print("enum {" + ", ".join(f"CALL_{name}" for name in self.api.functions) + ", CALL_COUNT };")
        for name in self.objects:
            how = self.destroyer(name)
            print(f"static void drop_{name}(void *p)\n{{\n    "
                  + (f"{how}(p);" if how else "(void)p;")
                  + (" free(p);" if name in self.values else "") + "\n}")
        print("static void (*const droppers[])(void *) = {"
              + ", ".join(f"drop_{name}" for name in self.objects) + "};")
        flags = (str(name in self.values).lower() for name in self.objects)
        print(f"static const bool is_value[] = {{{', '.join(flags)}}};")

    def print_calls(self, by_hand):
        print("// Made by scripts/caller.py of the headers.")
        fills = {name: self.fill(name) for name in self.api.structs}
        made = [self.call(name, entry) for name, entry in self.api.functions.items()
                if f"call_{name}" not in self.by_hand]
        needed, texts = set(), [by_hand, *made]
        while texts:
            for name in set(re.findall(r"\bfill_(\w+)\(c", texts.pop())) & set(fills) - needed:
                needed.add(name)
                texts += [] if f"fill_{name}" in self.by_hand else [fills[name]]
        for name in sorted(needed):
            print(f"static void fill_{name}(caller *c, {name} *s);")
        print(by_hand)
        print("\n".join(fills[name] for name in sorted(needed) if f"fill_{name}" not in self.by_hand))
        print("\n".join(made))
        print("static const struct { const char *name, *header; uint32_t statuses; bool fails; "
              "void (*call)(caller *c); } calls[] = {")
        for name, entry in self.api.functions.items():
            mask = " | ".join(f"1u << WAY_STATUS_{one}" for one in sorted(self.statuses(name)))
            fails = str(entry["returns"] == "way_status").lower()
            print(f'    {{"{name}", "{entry["header"]}", {mask}, {fails}, call_{name}}},')
        print("};")


if __name__ == "__main__":
    text = pathlib.Path(sys.argv[2]).read_text()
    caller = Caller(text)
    caller.print_types() if sys.argv[1] == "types" else caller.print_calls(text)
