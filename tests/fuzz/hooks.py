"""What a stranger who reads the contract knows, and a generator of values does not."""

import os

import schemathesis
from hypothesis import strategies as st

ORCIDS = os.environ.get("FUZZ_ORCIDS", "0000-0002-1825-0097").split(",")
DOIS = os.environ.get("FUZZ_DOIS", "10.5555/12345678").split(",")


def orcid(digits: str) -> str:
    """With its check digit (ISO 7064 mod 11-2)."""
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    text = digits + ("X" if check == 10 else str(check))
    return "-".join(text[place : place + 4] for place in range(0, 16, 4))


schemathesis.openapi.format(
    "orcid", st.one_of(st.sampled_from(ORCIDS), st.text("0123456789", min_size=15, max_size=15).map(orcid))
)
schemathesis.openapi.format(
    "doi", st.one_of(st.sampled_from(DOIS), st.from_regex(r"\A10\.[0-9]{4,9}/[a-z0-9.()_-]{1,40}\Z"))
)


def is_meant_well(case) -> bool:
    """False for what was made to break the schema."""
    return case.meta is None or case.meta.generation.mode.is_positive


@schemathesis.hook
def before_call(context, case, kwargs):
    """Parameters that exclude each other, which a contract can say in words alone."""
    query = case.query
    if not is_meant_well(case) or not isinstance(query, dict):
        return
    if "cursor" in query:
        # Others are handed out, never made up.
        query["cursor"] = "*"
        for name in ("page", "sort", "dir"):
            query.pop(name, None)
    if "per_page" in query:
        query.pop("perPage", None)
