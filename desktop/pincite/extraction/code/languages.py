"""What a language of source code looks like: its comments and strings, and the lines that begin a definition.

A plain table. `DEFINITIONS` patterns are tried on lines whose comments and strings are blanked; group ``name`` names the
definition, and a pattern that also has a group ``holds`` begins something that holds definitions (a class, a module).
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """How definitions are found.

    `nesting` is "braces", "indent", or "flat" (definitions stand at the left edge alone). `joint` stands between the names
    of a class and its member, `inner` between those of two classes where that is another sign. `hidden` matches comments and strings, `comment` a whole line of comment or decoration.
    """

    name: str
    nesting: str
    definitions: tuple[re.Pattern[str], ...]
    hidden: re.Pattern[str]
    comment: re.Pattern[str]
    joint: str = "."
    inner: str = ""


STRING = r'"(?:\\.|[^"\\\n]){0,500}"'
CHARACTERS = r"'(?:\\.|[^'\\\n]){0,500}'"
"""Bounded: in a line of nothing but escaped quotes every one of them would else look at all that follow."""
C_COMMENTS = r"//[^\n]*|/\*.*?(?:\*/|\Z)"

C_LIKE = re.compile(rf"{C_COMMENTS}|{STRING}|'(?:\\.|[^'\\\n])'|'\\[^'\n]+'", re.DOTALL)
C_SHARP = re.compile(rf'{C_COMMENTS}|@"(?:""|[^"])*"|"""(?:.*?)"""|{STRING}|{CHARACTERS}', re.DOTALL)
SCRIPT = re.compile(rf"{C_COMMENTS}|{STRING}|{CHARACTERS}|`(?:\\.|[^`\\])*`", re.DOTALL)
TRIPLE = re.compile(rf'{C_COMMENTS}|"""(?:.*?)"""|{STRING}|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
DART = re.compile(rf"{C_COMMENTS}|'''(?:.*?)'''|\"\"\"(?:.*?)\"\"\"|{STRING}|{CHARACTERS}", re.DOTALL)
GO = re.compile(rf"{C_COMMENTS}|{STRING}|'(?:\\.|[^'\\\n])+'|`[^`]*`", re.DOTALL)
RUST = re.compile(rf"{C_COMMENTS}|r#\".*?(?:\"#|\Z)|{STRING}|'(?:\\.[^'\n]*|[^'\\\n])'", re.DOTALL)
PHP = re.compile(rf"{C_COMMENTS}|#(?!\[)[^\n]*|{STRING}|{CHARACTERS}", re.DOTALL)
PYTHON = re.compile(rf"#[^\n]*|\"\"\"(?:\\.|[^\\])*?\"\"\"|'''(?:\\.|[^\\])*?'''|{STRING}|{CHARACTERS}", re.DOTALL)
HASH = re.compile(rf"#[^\n]*|{STRING}|{CHARACTERS}")
RUBY = re.compile(rf"^=begin\b.*?(?:^=end\b|\Z)|#(?!\{{)[^\n]*|{STRING}|{CHARACTERS}", re.DOTALL | re.MULTILINE)
SHELL = re.compile(rf"(?:(?<=\s)|^)#[^\n]*|(?<!<)<<-?\s*['\"]?([A-Za-z_]\w*)['\"]?[^\n]*\n(?:[^\n]*\n){{0,300}}?[ \t]*\1\b|{CHARACTERS}", re.DOTALL | re.MULTILINE)
POWERSHELL = re.compile(rf"<#.*?(?:#>|\Z)|#[^\n]*|{STRING}|'[^'\n]*'", re.DOTALL)
PERL = re.compile(rf"^=(?:pod|head|over|item|begin|for|encoding)\b.*?(?:^=cut\b|\Z)|(?<!\$)#[^\n]*|{STRING}", re.DOTALL | re.MULTILINE)
ELIXIR = re.compile(rf'#(?!\{{)[^\n]*|"""(?:.*?)"""|{STRING}', re.DOTALL)
LUA = re.compile(rf"--\[(=*)\[.*?(?:\]\1\]|\Z)|--[^\n]*|\[(=*)\[.*?(?:\]\2\]|\Z)|{STRING}|{CHARACTERS}", re.DOTALL)
SQL = re.compile(r"--[^\n]*|/\*.*?(?:\*/|\Z)|'(?:''|[^'])*'", re.DOTALL)
HASKELL = re.compile(rf"--[^\n]*|\{{-.*?(?:-\}}|\Z)|{STRING}", re.DOTALL)
ML = re.compile(rf"\(\*(?!\)).*?(?:\*\)|\Z)|//[^\n]*|{STRING}", re.DOTALL)
LISP = re.compile(r';[^\n]*|#\|.*?(?:\|#|\Z)|"(?:\\.|[^"\\])*"', re.DOTALL)
ERLANG = re.compile(rf"%[^\n]*|{STRING}")
MATLAB = re.compile(r"^[ \t]*%\{[ \t]*$.*?(?:^[ \t]*%\}|\Z)|%[^\n]*", re.DOTALL | re.MULTILINE)
QUOTE = re.compile(rf"'[^\n]*|{STRING}")
FORTRAN = re.compile(rf"![^\n]*|^[cC*][^\n]*|{STRING}|{CHARACTERS}", re.MULTILINE)
PASCAL = re.compile(r"//[^\n]*|\{.*?(?:\}|\Z)|\(\*.*?(?:\*\)|\Z)|'[^'\n]*'", re.DOTALL)
JULIA = re.compile(rf'#=.*?(?:=#|\Z)|#[^\n]*|"""(?:.*?)"""|{STRING}', re.DOTALL)
STYLE = re.compile(rf"/\*.*?(?:\*/|\Z)|//[^\n]*|{STRING}|{CHARACTERS}", re.DOTALL)
ASSEMBLY = re.compile(r"[;#@][^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
ADA = re.compile(rf"--[^\n]*|{STRING}")
VIM = re.compile(r'^\s*"[^\n]*', re.MULTILINE)

SLASHES = re.compile(r"\s*(?://|/\*|\*|\*/|@\w|#\[|\[[A-Z]|template\s*<)")
HASHES = re.compile(r"\s*(?:#|@)")
DASHES = re.compile(r"\s*--|\s*/\*|\s*\*|\s*\{-")
SEMICOLONS = re.compile(r"\s*;")
PERCENTS = re.compile(r"\s*%|\s*-spec\b|\s*@")
APOSTROPHES = re.compile(r"\s*'|\s*<\w+")
BANGS = re.compile(r"\s*!|[cC*]")


def patterns(*sources: str, flags: int = 0) -> tuple[re.Pattern[str], ...]:
    """Compiled patterns of definitions."""
    return tuple(re.compile(source, flags) for source in sources)


NOT_A_CALL = r"(?!(?:if|for|while|switch|return|else|catch|do|throw|new|delete|case|using|lock|foreach|fixed|when|await|yield|typeof|sizeof|synchronized|assert|super|this|function|in|of|instanceof|import|export|with|try|static_assert|alignas|decltype|defined|requires|__\w+)\b)"
JVM_WORDS = r"(?:(?:public|private|protected|internal|static|final|abstract|sealed|non-sealed|strictfp|partial|open|data|inner|override|virtual|async|unsafe|readonly|ref|file|export|default|declare|extern|new|implicit|lazy|case|inline|value|annotation|enum|suspend|operator|infix|tailrec|fileprivate|mutating|required|convenience|final|nonisolated|dynamic|native|synchronized|external|factory|const|covariant|late|record|base|interface|mixin|actual|expect)\s+)*"

PYTHON_DEFINITIONS = patterns(r"\s*(?P<holds>class)\s+(?P<name>\w+)", r"\s*(?:async\s+)?c?p?def\s+(?:\w+\s+)?(?P<name>\w+)\s*\(")
C_DEFINITIONS = patterns(
    r"\s*(?:extern\s+\"\s*\"\s*)?(?:inline\s+)?(?P<holds>namespace)\s+(?P<name>[\w:]+)",
    r"\s*(?:typedef\s+|static\s+|export\s+|template\s*<[^>]*>\s*)*(?P<holds>class|struct|union|enum(?:\s+class)?)\s+(?:[A-Z_]{4,}(?:\([^)]*\))?\s+)?(?:\[\[[^\]]*\]\]\s*)?(?P<name>[\w:]+)[^;()=]*(?:\{.*)?$",
    r"\s*(?P<holds>@(?:interface|implementation|protocol))\s+(?P<name>\w+)",
    r"\s*[-+]\s*\([^)]*\)\s*(?P<name>\w+)",
    r"\s*#\s*define\s+(?P<name>\w+)\(.*\\$",
    rf"\s*{NOT_A_CALL}(?:[\w:<>,~\[\]]+[\s*&]+)*?{NOT_A_CALL}(?P<name>(?:\w+(?:<[^<>()]*>)?::)*(?:~?\w+|operator\s*[^\s(]+))\s*\((?![^()]*\)\s*;)",
)
CLASS_AND_METHOD = (
    rf"\s*(?:\[[^\]]*\]\s*)?(?:@\w+(?:\([^)]*\))?\s+)*{JVM_WORDS}(?P<holds>class|interface|enum|record|struct|namespace|@interface|object|trait|extension|mixin|module)\b\s+(?P<name>[\w.]+)",
    rf"\s*(?:@\w+(?:\([^)]*\))?\s+)*{JVM_WORDS}{NOT_A_CALL}(?:<[^>]*>\s*)?(?:[\w.<>,?\[\]]+[\s*]+)*?{NOT_A_CALL}(?P<name>~?\w+)\s*(?:<[^<>()]*>)?\((?![^()]*\)\s*;)[^=]*$",
)
JAVA_DEFINITIONS = patterns(*CLASS_AND_METHOD)
ARROW_DEFINITIONS = patterns(*CLASS_AND_METHOD, rf"\s*{JVM_WORDS}{NOT_A_CALL}(?:[\w.<>,?\[\]]+\s+)+?{NOT_A_CALL}(?P<name>\w+)\s*(?:<[^<>()]*>)?\([^()]*\)\s*=>")
SCRIPT_DEFINITIONS = patterns(
    r"\s*(?:export\s+|default\s+|declare\s+|abstract\s+)*(?P<holds>class|interface|namespace|module|enum)\s+(?P<name>[\w$.]+)",
    r"\s*(?:export\s+|declare\s+)*type\s+(?P<name>\w+)\s*(?:<[^=]*>)?\s*=",
    r"\s*(?:export\s+|default\s+|declare\s+)*(?:async\s+)?function\s*\*?\s*(?P<name>[\w$]+)",
    r"\s*(?:export\s+)?(?:const|let|var)\s+(?P<name>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|(?:<[^>]*>\s*)?\([^()]*\)?\s*(?::[^=]*)?(?:=>|$)|[\w$]+\s*=>|class\b|React\.|memo\(|forwardRef)",
    r"\s*(?:module\.)?(?:exports\.)?(?P<name>[\w$]+(?:\.[\w$]+)*)\s*=\s*(?:async\s+)?function\b",
    rf"\s*(?:(?:public|private|protected|static|async|readonly|override|abstract|get|set)\s+|\*\s*)*{NOT_A_CALL}(?P<name>#?[\w$]+)\s*(?:<[^>]*>)?\([^;]*$",
)
GO_DEFINITIONS = patterns(r"func\s+(?:\([^)]*?\*?(?P<receiver>\w+)(?:\[[^\]]*\])?\s*\)\s*)?(?P<name>\w+)\s*(?:\[[^\]]*\])?\(", r"type\s+(?P<name>\w+)\b")
RUST_DEFINITIONS = patterns(
    r"\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?P<holds>mod|trait)\s+(?P<name>\w+)",
    r"\s*(?:unsafe\s+)?(?P<holds>impl)\b\s*(?:<.*?>\s+)?(?:[\w:<>,'&\s]+\s+for\s+)?(?P<name>\w+)",
    r"\s*(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+)?(?:async\s+)?(?:unsafe\s+)?(?:extern\s+\"\s*\"\s+)?fn\s+(?P<name>\w+)",
    r"\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|union|type)\s+(?P<name>\w+)",
    r"\s*macro_rules!\s*(?P<name>\w+)",
)
PHP_DEFINITIONS = patterns(
    r"\s*(?:final\s+|abstract\s+|readonly\s+)*(?P<holds>class|interface|trait|enum)\s+(?P<name>\w+)",
    r"\s*(?:public\s+|private\s+|protected\s+|static\s+|final\s+|abstract\s+)*function\s+&?\s*(?P<name>\w+)\s*\(",
)
SWIFT_DEFINITIONS = patterns(
    rf"\s*(?:@\w+(?:\([^)]*\))?\s+)*{JVM_WORDS}(?P<holds>class|struct|enum|protocol|extension|actor|interface|object|trait)\s+(?P<name>[\w.]+)",
    rf"\s*(?:@\w+(?:\([^)]*\))?\s+)*{JVM_WORDS}(?:func|fun)\s+(?:<[^>]*>\s*)?(?:[\w<>?]+\.)?(?P<name>`?[\w+*/=<>!-]+`?)\s*(?:<[^>]*>)?\(",
    rf"\s*{JVM_WORDS}(?P<name>init|deinit|constructor|subscript)\b\s*[?!]?[({{]",
)
SCALA_DEFINITIONS = patterns(
    rf"\s*(?:@\w+\s+)*{JVM_WORDS}(?P<holds>class|object|trait)\s+(?P<name>\w+)",
    rf"\s*{JVM_WORDS}def\s+(?P<name>\w+|`[^`]+`)",
)
RUBY_DEFINITIONS = patterns(r"\s*(?P<holds>class|module)\s+(?P<name>[A-Z][\w:]*)", r"\s*def\s+(?:self\.)?(?P<name>[\w.]+[?!=]?)")
ELIXIR_DEFINITIONS = patterns(r"\s*(?P<holds>defmodule|defprotocol|defimpl)\s+(?P<name>[\w.]+)", r"\s*def(?:p|macro|macrop|delegate|guard)?\s+(?P<name>\w+[?!]?)")
SHELL_DEFINITIONS = patterns(r"\s*function\s+(?P<name>[\w:.-]+)", r"\s*(?P<name>[\w:.-]+)\s*\(\)")
LUA_DEFINITIONS = patterns(r"\s*(?:local\s+)?function\s+(?P<name>[\w.:]+)", r"\s*(?:local\s+)?(?P<name>[\w.]+)\s*=\s*function\b")
R_DEFINITIONS = patterns(r"\s*(?P<name>[\w.]+)\s*(?:<-|=)\s*function\b")
PERL_DEFINITIONS = patterns(r"\s*sub\s+(?P<name>[\w:]+)", r"\s*package\s+(?P<name>[\w:]+)\s*;")
SQL_DEFINITIONS = patterns(
    r"\s*create\s+(?:or\s+replace\s+)?(?:unique\s+|temp(?:orary)?\s+|materialized\s+|external\s+)*(?:table|view|function|procedure|trigger|index|type|sequence|schema|database|domain|extension|policy|package(?:\s+body)?)\s+(?:if\s+not\s+exists\s+)?(?:\[|`|\")*(?P<name>[\w.$]+)",
    r"\s*alter\s+table\s+(?:only\s+)?(?:if\s+exists\s+)?(?P<name>[\w.$\"]+)",
    flags=re.IGNORECASE,
)
HASKELL_DEFINITIONS = patterns(
    r"(?:data|newtype|type|class|instance)\s+(?:\([^)]*\)\s*=>\s*|[\w\s]+=>\s*)?(?P<name>\w+)",
    r"(?P<name>[a-z_][\w']*)\s*::",
)
ML_DEFINITIONS = patterns(r"\s*(?P<holds>module)\s+(?:rec\s+|type\s+)?(?P<name>\w+)", r"\s*(?:let|and)\s+(?:rec\s+|inline\s+|private\s+)*(?P<name>[a-z_][\w']*)", r"\s*type\s+(?:'\w+\s+)?(?P<name>\w+)", r"\s*(?:static\s+|override\s+)?member\s+(?:\w+\.)?(?P<name>\w+)")
LISP_DEFINITIONS = patterns(r"\((?:cl-|s/)?(?:def\w*[-*]?\w*|define[-\w]*|ns)\s+(?:\^\S+\s+)*\(?'?(?P<name>[^\s()\[\]]+)")
ERLANG_DEFINITIONS = patterns(r"(?P<name>[a-z]\w*)\s*\(.*?(?:->|when|$)", r"-(?:record|type)\(\s*(?P<name>\w+)", r"-module\((?P<name>\w+)\)")
MATLAB_DEFINITIONS = patterns(r"\s*(?P<holds>classdef)\s+(?:\([^)]*\)\s*)?(?P<name>\w+)", r"\s*function\s+(?:(?:\[[^\]]*\]|\w+)\s*=\s*)?(?P<name>[\w.]+)")
JULIA_DEFINITIONS = patterns(r"\s*(?P<holds>module|baremodule)\s+(?P<name>\w+)", r"\s*(?:function|macro)\s+(?P<name>[\w.!]+)", r"\s*(?:mutable\s+)?(?:struct|abstract type)\s+(?P<name>\w+)", r"(?P<name>[\w.!]+)\([^()]*\)\s*=(?!=)")
BASIC_DEFINITIONS = patterns(
    r"\s*(?:(?:public|private|friend|protected|shared|partial|mustinherit|notinheritable)\s+)*(?P<holds>class|module|structure|interface|namespace)\s+(?P<name>[\w.]+)",
    r"\s*(?:(?:public|private|friend|protected|shared|overrides|overridable|static|async)\s+)*(?:sub|function|property(?:\s+(?:get|let|set))?)\s+(?P<name>\w+)",
    flags=re.IGNORECASE,
)
FORTRAN_DEFINITIONS = patterns(
    r"\s*(?P<holds>module|program|submodule\s*\([^)]*\))\s+(?!procedure\b)(?P<name>\w+)\s*$",
    r"\s*(?!end\b)(?:[\w()*=, ]+\s+)?(?:subroutine|function)\s+(?P<name>\w+)",
    r"\s*type\s*(?:,[^:]*)?(?:::)?\s*(?P<name>\w+)\s*$",
    flags=re.IGNORECASE,
)
PASCAL_DEFINITIONS = patterns(r"\s*(?:class\s+)?(?:procedure|function|constructor|destructor)\s+(?P<name>[\w.]+)", r"\s*(?:unit|program|library)\s+(?P<name>[\w.]+)\s*;", flags=re.IGNORECASE)
POWERSHELL_DEFINITIONS = patterns(r"\s*(?:function|filter|workflow)\s+(?P<name>[\w:-]+)", r"\s*(?P<holds>class|enum)\s+(?P<name>\w+)", flags=re.IGNORECASE)
NIM_DEFINITIONS = patterns(r"\s*(?:proc|func|method|template|macro|iterator|converter)\s+(?P<name>`[^`]+`|\w+)")
ZIG_DEFINITIONS = patterns(r"\s*(?:pub\s+)?(?:export\s+|inline\s+|extern\s+)*fn\s+(?P<name>\w+)", r"\s*(?:pub\s+)?const\s+(?P<name>\w+)\s*=\s*(?:packed\s+|extern\s+)?(?P<holds>struct|enum|union)\b")
STYLE_DEFINITIONS = patterns(r"(?P<holds>@(?:media|supports|layer|container))\s*(?P<name>[^{]*?)\s*\{", r"(?P<name>[^\s@{}/][^{};]*?)\s*\{", r"@(?:mixin|function|keyframes|include)\s+(?P<name>[\w-]+)")
BLOCK_DEFINITIONS = patterns(r"(?P<name>(?:resource|data|module|variable|output|provider|locals|terraform)(?:\s+\"?[\w.-]*\"?)*)\s*\{")
PROTO_DEFINITIONS = patterns(r"\s*(?P<holds>message|service|enum|extend|interface|union|scalar|input|type|directive|fragment|query|mutation|model|struct|exception)\s+@?(?P<name>[\w.]+)", r"\s*rpc\s+(?P<name>\w+)")
MAKE_DEFINITIONS = patterns(r"(?P<name>[\w./%$(){}-]+(?:\s+[\w./%$(){}-]+)*)\s*::?(?![=:])(?!\s*=)", r"define\s+(?P<name>\S+)")
CMAKE_DEFINITIONS = patterns(r"\s*(?:function|macro)\s*\(\s*(?P<name>\w+)", flags=re.IGNORECASE)
DOCKER_DEFINITIONS = patterns(r"FROM\s+.*?\bAS\s+(?P<name>\S+)", r"FROM\s+(?P<name>\S+)", flags=re.IGNORECASE)
TCL_DEFINITIONS = patterns(r"\s*(?:proc|oo::class create|namespace eval)\s+(?P<name>\S+)")
VIM_DEFINITIONS = patterns(r"\s*(?:func(?:tion)?|def)!?\s+(?P<name>[\w:#.<>]+)")
ADA_DEFINITIONS = patterns(r"\s*(?P<holds>package(?:\s+body)?|protected(?:\s+body)?)\s+(?P<name>[\w.]+)", r"\s*(?:procedure|function|task(?:\s+body)?)\s+(?P<name>[\w.\"]+)", flags=re.IGNORECASE)
VERILOG_DEFINITIONS = patterns(r"\s*(?:module|interface|package|entity|architecture|class)\s+(?P<name>\w+)", flags=re.IGNORECASE)
ASSEMBLY_DEFINITIONS = patterns(r"(?P<name>[A-Za-z_]\w*):", r"(?P<name>\w+)\s+(?:proc|PROC)\b")
SOLIDITY_DEFINITIONS = patterns(r"\s*(?:abstract\s+)?(?P<holds>contract|library|interface)\s+(?P<name>\w+)", r"\s*(?:function|modifier|event|struct|enum)\s+(?P<name>\w+)", r"\s*(?P<name>constructor)\s*\(")
DIFF_DEFINITIONS = patterns(r"diff --git a/(?P<name>\S+)", r"Index: (?P<name>\S+)", r"--- (?!a/|/dev/null)(?P<name>\S+)\s+\d{4}")
NOTHING = re.compile(r"(?!)")

OBJECTIVE_C = Language("objective-c", "braces", C_DEFINITIONS, C_LIKE, SLASHES)

LANGUAGES: tuple[tuple[Language, str], ...] = (
    (Language("python", "indent", PYTHON_DEFINITIONS, PYTHON, HASHES), "py pyw pyi pyx pxd sage bzl bazel"),
    (Language("javascript", "braces", SCRIPT_DEFINITIONS, SCRIPT, SLASHES), "js mjs cjs jsx es6"),
    (Language("typescript", "braces", SCRIPT_DEFINITIONS, SCRIPT, SLASHES), "ts mts cts tsx"),
    (Language("vue", "braces", SCRIPT_DEFINITIONS, SCRIPT, SLASHES), "vue svelte astro"),
    (Language("java", "braces", JAVA_DEFINITIONS, TRIPLE, SLASHES), "java"),
    (Language("c", "braces", C_DEFINITIONS, C_LIKE, SLASHES), "c h"),
    (Language("cpp", "braces", C_DEFINITIONS, C_LIKE, SLASHES, "::"), "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh ino"),
    (OBJECTIVE_C, ""),  # shares its extensions with MATLAB and with mind maps
    (Language("csharp", "braces", ARROW_DEFINITIONS, C_SHARP, SLASHES), "cs csx"),
    (Language("go", "braces", GO_DEFINITIONS, GO, SLASHES), "go"),
    (Language("rust", "braces", RUST_DEFINITIONS, RUST, SLASHES, "::"), "rs"),
    (Language("php", "braces", PHP_DEFINITIONS, PHP, SLASHES, "::"), "php phtml php5"),
    (Language("swift", "braces", SWIFT_DEFINITIONS, TRIPLE, SLASHES), "swift"),
    (Language("kotlin", "braces", SWIFT_DEFINITIONS, TRIPLE, SLASHES), "kt kts"),
    (Language("scala", "braces", SCALA_DEFINITIONS, TRIPLE, SLASHES), "scala sc"),
    (Language("dart", "braces", ARROW_DEFINITIONS, DART, SLASHES), "dart"),
    (Language("groovy", "braces", JAVA_DEFINITIONS, DART, SLASHES), "groovy gradle gvy"),
    (Language("ruby", "indent", RUBY_DEFINITIONS, RUBY, HASHES, "#", "::"), "rb rake gemspec ru"),
    (Language("elixir", "indent", ELIXIR_DEFINITIONS, ELIXIR, HASHES), "ex exs"),
    (Language("crystal", "indent", RUBY_DEFINITIONS, RUBY, HASHES, "#", "::"), "cr"),
    (Language("shell", "flat", SHELL_DEFINITIONS, SHELL, HASHES), "sh bash zsh ksh fish bats"),
    (Language("powershell", "braces", POWERSHELL_DEFINITIONS, POWERSHELL, HASHES), "ps1 psm1 psd1"),
    (Language("batch", "flat", patterns(r":(?P<name>\w[\w-]*)\s*$"), NOTHING, re.compile(r"\s*(?:rem\b|::)", re.IGNORECASE)), "bat cmd"),
    (Language("lua", "indent", LUA_DEFINITIONS, LUA, DASHES), "lua"),
    (Language("r", "flat", R_DEFINITIONS, HASH, HASHES), "r"),
    (Language("perl", "flat", PERL_DEFINITIONS, PERL, HASHES), "pl pm t"),
    (Language("sql", "flat", SQL_DEFINITIONS, SQL, DASHES), "sql psql ddl pks pkb"),
    (Language("haskell", "flat", HASKELL_DEFINITIONS, HASKELL, DASHES), "hs elm purs"),
    (Language("ocaml", "indent", ML_DEFINITIONS, ML, re.compile(r"\s*\(\*")), "ml mli"),
    (Language("fsharp", "indent", ML_DEFINITIONS, ML, SLASHES), "fs fsi fsx"),
    (Language("clojure", "flat", LISP_DEFINITIONS, LISP, SEMICOLONS), "clj cljs cljc edn"),
    (Language("lisp", "flat", LISP_DEFINITIONS, LISP, SEMICOLONS), "lisp lsp cl el scm ss rkt"),
    (Language("erlang", "flat", ERLANG_DEFINITIONS, ERLANG, PERCENTS), "erl hrl"),
    (Language("matlab", "indent", MATLAB_DEFINITIONS, MATLAB, PERCENTS), "m"),
    (Language("julia", "indent", JULIA_DEFINITIONS, JULIA, HASHES), "jl"),
    (Language("visual-basic", "indent", BASIC_DEFINITIONS, QUOTE, APOSTROPHES), "vb vbs bas cls frm"),
    (Language("fortran", "indent", FORTRAN_DEFINITIONS, FORTRAN, BANGS), "f for f77 f90 f95 f03 f08"),
    (Language("pascal", "flat", PASCAL_DEFINITIONS, PASCAL, SLASHES), "pas pp dpr lpr"),
    (Language("nim", "indent", NIM_DEFINITIONS, PYTHON, HASHES), "nim nims"),
    (Language("zig", "braces", ZIG_DEFINITIONS, C_LIKE, SLASHES), "zig"),
    (Language("css", "braces", STYLE_DEFINITIONS, STYLE, SLASHES), "css scss sass less styl"),
    (Language("terraform", "braces", BLOCK_DEFINITIONS, HASH, HASHES), "tf hcl tfvars"),
    (Language("schema", "braces", PROTO_DEFINITIONS, C_LIKE, SLASHES), "proto graphql gql thrift prisma"),
    (Language("make", "flat", MAKE_DEFINITIONS, re.compile(r"#[^\n]*"), HASHES), "mk mak makefile"),
    (Language("cmake", "flat", CMAKE_DEFINITIONS, HASH, HASHES), "cmake"),
    (Language("docker", "flat", DOCKER_DEFINITIONS, re.compile(r"#[^\n]*"), HASHES), "dockerfile"),
    (Language("tcl", "flat", TCL_DEFINITIONS, re.compile(r"#[^\n]*"), HASHES), "tcl"),
    (Language("vim", "flat", VIM_DEFINITIONS, VIM, re.compile(r'\s*"')), "vim"),
    (Language("ada", "indent", ADA_DEFINITIONS, ADA, DASHES), "adb ads ada"),
    (Language("verilog", "flat", VERILOG_DEFINITIONS, C_LIKE, SLASHES), "v sv vhd vhdl"),
    (Language("assembly", "flat", ASSEMBLY_DEFINITIONS, ASSEMBLY, SEMICOLONS), "asm s"),
    (Language("solidity", "braces", SOLIDITY_DEFINITIONS, SCRIPT, SLASHES), "sol"),
    (Language("diff", "flat", DIFF_DEFINITIONS, NOTHING, NOTHING), "diff patch"),
)
"""Each language with the extensions of its files."""

BY_EXTENSION: dict[str, Language] = {extension: language for language, extensions in LANGUAGES for extension in extensions.split()}
"""Language by extension."""
