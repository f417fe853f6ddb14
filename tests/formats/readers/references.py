"""Prints what readers of BibTeX, BibLaTeX and RIS read in the files of a folder, as JSON: a list by reader and format."""
import json
import sys
from pathlib import Path

import bibtexparser
import pybtex.database
import rispy
from bibtexparser.middlewares import SeparateCoAuthors, SplitNameParts
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

# Commands of LaTeX that it does not know, and leaves out; it takes a prime for an apostrophe.
COMMANDS = {
    **{"textbraceleft": "{", "textbraceright": "}", "textless": "<", "textgreater": ">", "textbar": "|", "ddag": "‡"},
    **{"textasciicircum": "^", "textperiodcentered": "·", "S": "§", "P": "¶", "pounds": "£", "prime": "′"},
}
FIELDS = ("title", "journal", "journaltitle", "booktitle", "howpublished", "year", "date", "pages")
known = get_default_latex_context_db()
known.add_context_category("more", prepend=True, macros=[MacroTextSpec(*command) for command in COMMANDS.items()])
decoded = LatexNodes2Text(latex_context=known, math_mode="text").latex_to_text
folder = Path(sys.argv[1])


def of_tex(kind, key, names, fields):
    """`names`: the family name, the suffix and the given names of each author, in words."""
    authors = [", ".join(decoded(" ".join(words)) for words in name if words) for name in names]
    texts = {field: decoded(fields[field]) for field in FIELDS if field in fields}
    # A DOI is no TeX.
    return {"type": kind, "key": key, "authors": authors, "fields": {**texts, "doi": fields["doi"]}}


def with_bibtexparser(file):
    library = bibtexparser.parse_file(str(file), append_middleware=[SeparateCoAuthors(), SplitNameParts()])
    assert not library.failed_blocks, library.failed_blocks[0].error
    for entry in library.entries:
        fields = {field.key: field.value for field in entry.fields}
        names = [(each.von + each.last, each.jr, each.first) for each in fields.get("author", [])]
        yield of_tex(entry.entry_type, entry.key, names, fields)


def with_pybtex(file):
    for key, entry in pybtex.database.parse_file(str(file), "bibtex").entries.items():
        names = [
            (each.prelast_names + each.last_names, each.lineage_names, each.first_names + each.middle_names)
            for each in entry.persons.get("author", [])
        ]
        yield of_tex(entry.type, key, names, entry.fields)


def with_rispy(file):
    tags = {field: tag for tag, field in rispy.TAG_KEY_MAPPING.items()}
    with file.open(encoding="utf-8", newline="") as text:
        for entry in rispy.load(text):
            values = {tags[field]: value for field, value in entry.items() if field in tags}
            yield {tag: value if isinstance(value, list) else [value] for tag, value in values.items()}


READERS = {
    "bibtexparser": (with_bibtexparser, ("bibtex", "biblatex")),
    "pybtex": (with_pybtex, ("bibtex", "biblatex")),
    "rispy": (with_rispy, ("ris",)),
}

json.dump(
    {
        reader: {format: list(read(folder / f"publications.{format}")) for format in formats}
        for reader, (read, formats) in READERS.items()
    },
    sys.stdout,
)
