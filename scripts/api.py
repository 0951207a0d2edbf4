# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""The public headers as one description of the API, and what is made of it.

    api.py json             the description: functions, structs, enums, constants, with the ranges,
                            lengths, [opt] and statuses that their comments tell of
    api.py c [--lab]        plain declarations, for interfaces that read C (cffi, LuaJIT)
    api.py lua              core_api.h, what bindings/lua/core.c knows of them
    api.py names            the names of enumerators, for Lua
    api.py csharp           Native.cs
    api.py js FILE...       how the structs that scripts name lie in the memory of WebAssembly
    api.py exports FILE...  a C file that exports the functions that scripts call
    api.py layout           a C program that prints every size, offset and value (tests/abi)
    api.py by-value         functions that some languages can't call, for docs/bindings.md
    api.py coverage [root]  which functions each binding reaches, for docs/coverage.md; fails if one
                            is neither reached nor left out with a reason (bindings/left_out.txt)
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCALARS = {"bool", "char", "double", "void", "size_t", "int32_t", "int64_t", "uint8_t", "uint16_t",
           "uint32_t", "uint64_t"}
MACROS = {"UINT32_MAX": "4294967295", "UINT64_C(0)": "0"}


# Reading ------------------------------------------------------------------------------------------

def expand(text):
    """What a preprocessor leaves of a header, comments included: no lines for C++, no attributes,
    lists of enumerators written out. Also the macros that are constants."""
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    text = re.sub(r"\\\n\s*", " ", text)
    lists = dict(re.findall(r"#define (WAY_\w+_LIST)\(X\)(.*)", text))
    enums = dict(re.findall(r"#define (WAY_\w+_ENUM)\(name, text\) (\w+)##name", text))
    for listed, entries in lists.items():
        for enum, prefix in enums.items():
            names = " ".join(f"{prefix}{name}," for name in re.findall(r"X\((\w+),", entries))
            text = text.replace(f"{listed}({enum})", names)
    constants = {name: re.sub(r"u$", "", MACROS.get(value, value)) for name, value in re.findall(
        r"^#define (WAY_\w+) (UINT32_MAX|UINT64_C\(0\)|\d+u?)$", text, flags=re.M)}
    text = re.sub(r"^#.*\n", "\n", text, flags=re.M)
    text = re.sub(r"\bWAY_RENAMED\(([^,]+), ([\w\[\]]+), [\w\[\]]+\);", r"\1 \2;", text)  # the new name alone
    return re.sub(r"\bWAY_(API|NODISCARD)\s+", "", text), constants


def statements(text):
    """(comment, code) of each declaration. Two without a blank line between share a comment."""
    comment, code, depth, found = [], "", 0, []
    for line in text.split("\n"):
        bare = line.strip()
        if not code and (not bare or bare.startswith("//")):
            comment = comment + [bare[3:].strip()] if bare.startswith("///") else []
            continue
        code += line + "\n"
        plain = re.sub(r"//.*", "", line)
        depth += plain.count("{") - plain.count("}")
        if depth == 0 and (plain.rstrip().endswith(";") or plain.startswith("}")):
            found.append((" ".join(comment), code))
            code = ""
    return found


def split(text, mark):
    """Parts between marks that are not within parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def declarator(text):
    """A parameter or field: its name, and its type as C writes it."""
    text = " ".join(text.split())
    pointer = re.match(r"(.*?)\(\*(\w+)\)\((.*)\)$", text)
    if pointer:
        return {"name": pointer[2], "type": f"{pointer[1].strip()} (*)({pointer[3]})"}
    match = re.match(r"(.*?)(\w+)((?:\[[^\]]*\])*)$", text)
    entry = {"name": match[2], "type": match[1].strip()}
    if match[3]:
        entry["array"] = match[3][1:-1]
    return entry


def fields_of(body):
    """The fields of a struct, each with what the comment before and after it says."""
    fields, before, code, last = [], [], "", []
    for line in body.split("\n"):
        plain, _, after = line.partition("//")
        after = after.lstrip("/<").strip()
        code += " " + plain.strip()
        if code.strip().endswith(";"):
            parts = split(code.strip()[:-1], ",")
            last = [declarator(parts[0])]
            base = last[0]["type"].rstrip("* ")
            last += [declarator(f"{base} {part}") for part in parts[1:]]
            for field in last:
                field["comment"] = " ".join(before + [after]).strip()
            fields += last
            before, code = [], ""
        elif not code.strip() and after:
            if line.strip().startswith("///<"):
                for field in last:
                    field["comment"] += " " + after
            else:
                before.append(after)
        elif after:
            before.append(after)
    return fields


def value_of(text, known):
    """The number that an expression of constants means; None if it is not one."""
    text = re.sub(r"\b[A-Z_0-9]*[A-Z_]+[A-Z_0-9]*\b", lambda m: str(known.get(m[0], m[0])), text)
    text = text.replace("^", "**").strip()
    return int(eval(text)) if re.fullmatch(r"[-+*<()\d\s]+", text) else None  # of our own headers


def told(comment, known):
    """What a comment says in brackets: a range, a length, that NULL is fine."""
    facts = {}
    if "[opt]" in comment:
        facts["optional"] = True
    bounds = re.search(r"\[([-\w^*]+)\.\.([-\w^*]*)[\])]", comment)
    if bounds:
        facts["range"] = [bounds[1], bounds[2]]
        numbers = [value_of(part, known) for part in bounds.groups()]
        if None not in numbers:
            facts["min"], facts["max"] = numbers
    length = re.search(r"\[((?:\([^)]*\)|\w+)(?: \* \w+)*)\]", comment.replace("[opt]", ""))
    if length:
        facts["length"] = length[1]
    preset = re.search(r"(?:^|[ ;(])0 = ([^;.]+)", comment)
    if preset:
        facts["zero"] = preset[1].strip()
    return facts


class Description:
    """All headers, in the order in which they need each other."""

    def __init__(self, *names):
        self.headers, self.statements = [], []
        self.constants, self.structs, self.enums = {}, {}, {}
        self.opaque, self.types, self.functions = [], {}, {}
        for name in names:
            self.read(name)

    def read(self, name):
        if name in self.headers:
            return
        text = (ROOT / "include" / "waymark" / f"{name}.h").read_text()
        for other in re.findall(r"#include <waymark/(\w+)\.h>", text):
            self.read(other)
        self.headers.append(name)
        text, constants = expand(text)
        self.constants.update({key: int(value) for key, value in constants.items()})
        for comment, code in statements(text):
            if not code.startswith("static inline"):
                self.take(name, comment, code)

    def take(self, header, comment, code):
        bare = re.sub(r"//.*", "", code)
        self.statements.append((header, " ".join(bare.split())))
        struct = re.match(r"(?:typedef )?struct (\w+) \{\n(.*)\}", code, flags=re.S)
        enum = re.match(r"(?:typedef )?enum (\w+ )?\{(.*)\}", bare, flags=re.S)
        if struct:
            fields = fields_of(struct[2])
            for field in fields:
                field.update(told(field["comment"], self.constants))
            self.structs[struct[1]] = {"header": header, "comment": comment, "fields": fields}
        elif enum:
            self.take_enum(header, comment, (enum[1] or "").strip(), enum[2])
        elif bare.startswith("typedef struct"):
            self.opaque.append(bare.split()[-1].rstrip(";"))
        elif bare.startswith("typedef"):
            entry = declarator(bare.strip()[len("typedef "):-1])
            self.types[entry["name"]] = entry["type"]
        else:
            self.take_function(header, comment, bare)

    def take_enum(self, header, comment, name, body):
        values, following = {}, 0
        for part in filter(None, split(body, ",")):
            key, _, text = part.partition("=")
            number = value_of(text, self.constants) if text else following
            values[key.strip()] = self.constants[key.strip()] = number
            following = number + 1
        if name:
            self.enums[name] = {"header": header, "comment": comment, "values": values}

    def take_function(self, header, comment, code):
        match = re.match(r"(.*?)(way_\w+)\((.*)\);", " ".join(code.split()))
        parameters = [] if match[3] == "void" else [declarator(p) for p in split(match[3], ",")]
        for parameter in parameters:
            near = re.search(rf"`\*?{parameter['name']}` ((?:\[[^`\]]*[\])] ?)+)", comment)
            parameter.update(told(near[1] if near else "", self.constants))
        named = [key[len("WAY_STATUS_"):] for key in self.enums["way_status"]["values"]]
        statuses = [name for name in named if re.search(rf"\b{name}\b", comment)]
        self.functions[match[2]] = {"header": header, "comment": comment,
                                    "returns": match[1].strip(), "parameters": parameters,
                                    "statuses": statuses if match[1].strip() == "way_status" else []}

    def opaque_only(self):
        return [name for name in self.opaque if name not in self.structs]


def game():
    return Description("all")


# C ------------------------------------------------------------------------------------------------

def print_c(*options):
    description = Description("all", *(["lab"] if "--lab" in options else []))
    print("\n".join(code for _, code in description.statements))


def print_layout():
    description = Description("all", "lab")
    print("#include <waymark/all.h>\n#include <waymark/lab.h>\n#include <stdio.h>\n"
          "int main(void)\n{")
    shown = set()
    for _, code in description.statements:
        name = re.match(r"(?:typedef )?(struct|enum) ?(\w*) \{(.*)\}", code)
        if not name:
            continue
        if name[2]:
            print(f'printf("{name[2]} %zu\\n", sizeof({name[1]} {name[2]}));')
        if name[1] == "enum":
            for part in filter(None, split(name[3], ",")):
                key = part.split("=")[0].strip()
                print(f'printf("{key} %d\\n", (int){key});')
        elif name[2] not in shown:
            shown.add(name[2])
            for field in description.structs[name[2]]["fields"]:
                print(f'printf("{name[2]}.{field["name"]} %zu\\n", '
                      f'offsetof(struct {name[2]}, {field["name"]}));')
    print("return 0;\n}")


def print_by_value():
    description = game()
    names = set()
    for name, function in description.functions.items():
        kinds = [function["returns"], *(parameter["type"].replace("const ", "") for parameter in function["parameters"])]
        if any(kind in description.structs for kind in kinds):
            names.add(f"`{name}`")
    print(*sorted(names), sep=", ", end=".\n")


# Other languages ----------------------------------------------------------------------------------

def short_names(values):
    """Enumerators without what they have in common, and without the count at their end."""
    names = list(values)
    if re.search(r"_(COUNT|KINDS|PARTS)$", names[-1]):
        names.pop()
    prefix = names[0]
    while not all(name.startswith(prefix) for name in names) or not prefix.endswith("_"):
        prefix = prefix[:-1]
    return {name[len(prefix):].lower(): values[name] for name in names}


def print_names():
    print("-- Made by scripts/api.py of the headers: what the library calls its numbers.\nreturn {")
    for name, enum in game().enums.items():
        pairs = ", ".join(f'["{key}"] = {value}' for key, value in short_names(enum["values"]).items())
        print(f"    {name[len('way_'):]} = {{{pairs}}},")
    print("}")


class Lua:
    """Types and functions of the API as tables and C functions for bindings/lua/core.c."""

    KINDS = {"bool": "BOOL", "char": "SIGNED", "int32_t": "SIGNED", "int64_t": "SIGNED",
             "double": "REAL", "void": "VOID"}

    def __init__(self, description):
        self.description = description
        self.names = [*sorted(SCALARS), *description.types, *description.enums,
                      *description.structs, *description.opaque_only()]

    def type(self, text):
        """The number of a type, and how often it points; functions are pointers to nothing."""
        text = re.sub(r"\b(const|struct) |\*const\b", lambda m: "*" * ("*" in m[0]), text)
        base, stars = text.rstrip("* "), text.count("*")
        if "(" in self.description.types.get(base, base):
            base, stars = "void", 1
        return self.names.index(base if base in self.names else "void"), stars

    def kind(self, name):
        if name in self.description.structs:
            return f"CORE_STRUCT, sizeof({name}), core_fields_{name}"
        base = self.description.types.get(name, name)
        if base == "void" or "(" in base or name in self.description.opaque:
            return "CORE_VOID, 0, NULL"
        return f"CORE_{self.KINDS.get(base, 'UNSIGNED')}, sizeof({name}), NULL"

    def fields(self, name):
        rows = [f'{{"{field["name"]}", offsetof({name}, {field["name"]}), {type}, {stars}, '
                f'{value_of(field.get("array", "0"), self.description.constants)}}}'
                for field in self.description.structs[name]["fields"]
                for type, stars in [self.type(field["type"])]]
        return f"static const core_field core_fields_{name}[] = {{{', '.join(rows)}, {{0}}}};"

    def argument(self, index, text):
        plain = text.replace("const ", "")
        number, stars = self.type(text)
        if stars:
            return f"core_pointer(lua, {index})"
        kind = self.kind(self.names[number])
        if kind.startswith("CORE_STRUCT"):
            return f"*({plain} *)core_pointer(lua, {index})"
        if "REAL" in kind:
            return f"luaL_checknumber(lua, {index})"
        return (f"({plain})core_integer(lua, {index}, sizeof({plain}), "
                f"{str('SIGNED, ' in kind and 'UNSIGNED' not in kind).lower()})")

    def function(self, name, function):
        """As a C function for Lua; nothing for one that takes a function."""
        types = [parameter["type"] for parameter in function["parameters"]]
        if any("(" in self.description.types.get(one, one) for one in types):
            return ""
        call = f"{name}({', '.join(self.argument(i + 1, one) for i, one in enumerate(types))})"
        number, stars = self.type(function["returns"])
        type, kind = f"&core_types[{number}]", self.kind(self.names[number])
        if stars:
            body = f"return core_push(lua, {type}, {stars - 1}, {call}, 0);"
        elif kind.startswith("CORE_STRUCT"):
            body = f"const {self.names[number]} made = {call}; return core_push_copy(lua, {type}, &made);"
        elif function["returns"] == "void":
            body = f"{call}; return 0;"
        else:
            push = ("boolean" if "BOOL" in kind else "number" if "REAL" in kind else "integer")
            cast = "(lua_Integer)" if push == "integer" else ""
            body = f"lua_push{push}(lua, {cast}{call}); return 1;"
        unused = "" if types or "lua," in body else "(void)lua; "
        return f"static int core_{name}(lua_State *lua) {{ {unused}{body} }}"

    def print(self):
        print("// Made by scripts/api.py of the headers.\nstatic const core_type core_types[];")
        rows = [f'{{"{name}", {self.kind(name)}}}' for name in self.names]
        print("\n".join(self.fields(name) for name in self.description.structs))
        print(f"static const core_type core_types[] = {{{', '.join(rows)}, {{0}}}};")
        made = {name: self.function(name, one) for name, one in self.description.functions.items()}
        print("\n".join(filter(None, made.values())))
        rows = [f'{{"{name}", core_{name}}}' for name, text in made.items() if text]
        print(f"static const luaL_Reg core_functions[] = {{{', '.join(rows)}, {{NULL, NULL}}}};")
        rows = [f'{{"{name}", {name}}}' for name in self.description.constants]
        print("typedef struct core_constant { const char *name; lua_Integer value; } core_constant;")
        print(f"static const core_constant core_constants[] = {{{', '.join(rows)}, {{0}}}};")


class Wasm:
    """Structs of the API as they lie in the memory of WebAssembly of 32 bits."""

    KINDS = {"bool": "u1", "char": "u1", "double": "f8", "size_t": "u4", "int32_t": "i4",
             "int64_t": "i8", "uint8_t": "u1", "uint16_t": "u2", "uint32_t": "u4", "uint64_t": "u8"}

    def __init__(self, description):
        self.description = description

    def fields(self, field):
        """(name, kind, size, alignment) of a field, of each of a struct's within it."""
        base = self.description.types.get(field["type"], field["type"])
        if base in self.description.structs and "array" not in field:
            return [(f"{field['name']}.{name}", at, kind, count)
                    for name, at, kind, count in self.struct(base)[2]]
        count = value_of(field.get("array", "1"), self.description.constants)
        return [(field["name"], 0, self.KINDS.get(base, "u4"), count)]

    def struct(self, name):
        """Its size, its alignment, and (name, offset, kind, count) of what is in it."""
        offset, alignment, found = 0, 1, []
        for field in self.description.structs[name]["fields"]:
            parts = self.fields(field)
            widest = max(int(kind[1]) for _, _, kind, _ in parts)
            offset = (offset + widest - 1) // widest * widest
            alignment = max(alignment, widest)
            found += [(part, offset + at, kind, count) for part, at, kind, count in parts]
            base = field["type"]
            offset += (self.struct(base)[0] if base in self.description.structs and "array" not in field
                       else int(parts[0][2][1]) * parts[0][3])
        return (offset + alignment - 1) // alignment * alignment, alignment, found


def named(paths, known, pattern):
    """What scripts name, which must be known."""
    found = sorted({name for path in paths for name in re.findall(pattern, pathlib.Path(path).read_text())})
    missing = [name for name in found if name not in known]
    if missing:
        sys.exit(f"api.py: no {', '.join(missing)}")
    return found


def print_js(*paths):
    wasm = Wasm(game())
    layouts = {}
    for name in named(paths, wasm.description.structs, r"'(way_\w+)'"):
        size, _, fields = wasm.struct(name)
        layouts[name] = [size, {field: [offset, kind] for field, offset, kind, _ in fields}]
    print(f"export default {json.dumps(layouts, separators=(',', ':'))}")


def print_exports(*paths):
    functions = game().functions
    for name in named(paths, functions, r"wasm\.(way_\w+)"):
        entry = functions[name]
        parameters = ", ".join(f"{one['type']} {one['name']}" for one in entry["parameters"]) or "void"
        call = f"{name}({', '.join(one['name'] for one in entry['parameters'])})"
        print(f'__attribute__((export_name("{name}"))) {entry["returns"]} export_{name}({parameters})\n'
              f'{{\n    {"" if entry["returns"] == "void" else "return "}{call};\n}}')


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


class CSharp:
    """Structs and functions of the API for P/Invoke: blittable, booleans as bytes."""

    SCALARS = {"bool": "byte", "char": "byte", "double": "double", "void": "void",
               "size_t": "UIntPtr", "int32_t": "int", "int64_t": "long", "uint8_t": "byte",
               "uint16_t": "ushort", "uint32_t": "uint", "uint64_t": "ulong"}
    KEYWORDS = {"fixed", "params", "in", "out", "event", "object", "base", "ref"}

    def __init__(self, description):
        self.description = description
        # The head of a space has functions, and C# has no arrays of structs within structs.
        self.delegates = {name: type for name, type in description.types.items() if "(*)" in type}
        self.hidden = {"way_space", "way_space_type", "way_database_info", "way_database_section"}

    def type(self, text):
        text = text.replace("const ", "").replace("*const", "*")
        if "(*)" in text:
            return "IntPtr"
        base, stars = text.rstrip("* "), text.count("*")
        if base in self.delegates:
            return camel(base[4:])
        base = self.description.types.get(base, base)
        if base in self.SCALARS:
            return self.SCALARS[base] + "*" * stars
        if base in self.description.enums:
            return "int" + "*" * stars
        if base in self.description.structs and base not in self.hidden:
            return camel(base[4:]) + "*" * stars
        return "IntPtr" + "*" * (stars - 1)

    def name(self, name):
        return "@" + name if name in self.KEYWORDS else name

    def field(self, field):
        if "array" in field:
            size = value_of(field["array"], self.description.constants)
            return f"public fixed {self.type(field['type'])} {self.name(field['name'])}[{size}];"
        return f"public {self.type(field['type'])} {self.name(field['name'])};"

    def struct(self, name):
        fields = " ".join(map(self.field, self.description.structs[name]["fields"]))
        return f"        internal struct {camel(name[4:])} {{ {fields} }}"

    def function(self, name, function):
        parameters = ", ".join(f"{self.type(p['type'])} {self.name(p['name'])}"
                               for p in function["parameters"])
        return (f"        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal "
                f"static extern {self.type(function['returns'])} {name}({parameters});")

    def delegate(self, name, text):
        result, parameters = text[:-1].split(" (*)(")
        arguments = ", ".join(f"{self.type(one['type'])} {self.name(one['name'])}"
                              for one in map(declarator, split(parameters, ",")))
        return ("        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] internal delegate "
                f"{self.type(result)} {camel(name[4:])}({arguments});")

    def enum(self, name, enum):
        pairs = ", ".join(f"{'N' if key[0].isdigit() else ''}{camel(key)} = {value}"
                          for key, value in short_names(enum["values"]).items())
        return f"    public enum {camel(name[4:])} {{ {pairs} }}"


CSHARP = """// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Made by scripts/api.py of the headers: the C API as it is. Use the classes of Waymark.cs instead.
using System;
using System.Runtime.InteropServices;

namespace Waymark
{
%s

    internal static unsafe partial class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        internal const string Library = "__Internal";
#else
        internal const string Library = "waymark";
#endif
%s
    }
}"""


def print_csharp():
    description = game()
    csharp = CSharp(description)
    enums = [csharp.enum(name, enum) for name, enum in description.enums.items()]
    body = [csharp.struct(name) for name in description.structs if name not in csharp.hidden]
    body += [csharp.delegate(*item) for item in csharp.delegates.items()]
    body += [csharp.function(*item) for item in description.functions.items()]
    print(CSHARP % ("\n".join(enums), "\n".join(body)))


# Coverage -----------------------------------------------------------------------------------------

BINDINGS = {
    "C++": ["cpp/*.hpp"],
    "Python": ["python/waymark/*.py"],
    "Lua": ["lua/waymark.lua", "lua/waymark/*.lua"],
    "npm": ["npm/src/*.js", "npm/*.c"],
    "C#": ["csharp/*.cs"],
    "Godot": ["godot/*.c"],
}
BESIDE = {"host.c", "Walk.cs", "Siege.cs", "siege.cpp", "walk.cpp"}


def options_of(description):
    """What callers fill in, as struct.member."""
    filled = r"way_(\w+_config|trip|order|sensor|map_link|world_kind|world_team)"
    return [f"{name}.{field['name']}" for name, struct in description.structs.items()
            if re.fullmatch(filled, name) for field in struct["fields"]]


def reached(root, patterns, names):
    """The functions that the sources of a binding name, and the options: by the name of the member, or
    since it takes the whole struct."""
    text = "".join(path.read_text() for pattern in patterns for path in (root / "bindings").glob(pattern)
                   if path.name not in BESIDE)
    words, taken = set(re.findall(r"\w+", text)), set(re.findall(r"const (way_\w+) [&*]", text))
    return {name for name in names if name.split(".")[-1] in words or name.split(".")[0] in taken}


def left_out(root):
    """What every binding reaches, and (bindings or *, patterns, reason) of each line of left_out.txt."""
    rules, promised = [], []
    for line in (root / "bindings" / "left_out.txt").read_text().splitlines():
        if line.startswith("every binding:"):
            promised += line.split(":")[1].split()
        elif line.strip() and not line.startswith("#"):
            bindings, patterns, reason = (part.strip() for part in line.split("|"))
            rules.append((bindings, patterns.split(), reason))
    return promised, rules


def print_coverage(root=ROOT):
    description = game()
    root, faults = pathlib.Path(root), []
    (promised, rules), used = left_out(root), set()
    names = [*description.functions, *options_of(description)]
    have = {name: reached(root, patterns, names)
            for name, patterns in BINDINGS.items()}
    faults += [f"{name} does not reach {function}, as every binding does"
               for name, functions in have.items() for function in promised if function not in functions]
    for name, functions in have.items():
        for function in names:
            if function in functions:
                continue
            for index, (bindings, patterns, _) in enumerate(rules):
                if (bindings == "*" or name in re.split(r", *", bindings)) and any(
                        re.fullmatch(pattern.replace("*", r"\w*"), function) for pattern in patterns):
                    used.add(index)
                    break
            else:
                faults.append(f"{name} neither reaches {function} nor leaves it out with a reason")
    faults += [f"left_out.txt: nothing is left out by '{' '.join(rule[1])}' of {rule[0]}"
               for index, rule in enumerate(rules) if index not in used]
    print_table(description, have)
    for fault in faults:
        print(f"coverage: {fault}", file=sys.stderr)
    return 1 if faults else 0


def print_table(description, have):
    print("| header | functions | " + " | ".join(have) + " |")
    print("|---|--:|" + "--:|" * len(have))
    for header in description.headers + [None]:
        own = {name for name, function in description.functions.items()
               if header in (None, function["header"])}
        if own:
            counts = " | ".join(str(len(own & functions)) for functions in have.values())
            print(f"| {header or 'all'} | {len(own)} | {counts} |")


def print_json():
    description = Description("all", "file", "lab")
    keys = ("headers", "constants", "types", "enums", "structs", "functions")
    print(json.dumps({**{key: getattr(description, key) for key in keys},
                      "opaque": description.opaque_only()}, indent=1))


COMMANDS = {"json": print_json, "c": print_c, "names": print_names, "csharp": print_csharp,
            "js": print_js, "exports": print_exports,
            "lua": lambda: Lua(game()).print(),
            "layout": print_layout, "by-value": print_by_value, "coverage": print_coverage}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    sys.exit(COMMANDS[sys.argv[1]](*sys.argv[2:]))
