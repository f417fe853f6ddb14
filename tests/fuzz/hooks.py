"""What a stranger who reads the contract knows, and a generator of values does not."""

import json
import os
import re
import time

import schemathesis
from hypothesis import strategies as st

ORCIDS = os.environ.get("FUZZ_ORCIDS", "0000-0002-1825-0097").split(",")
DOIS = os.environ.get("FUZZ_DOIS", "10.5555/12345678").split(",")
ONE_TAG = re.compile(r'\A(\*|(W/)?"[^"]*")\Z')
WORKSPACE = os.environ.get("FUZZ_WORKSPACE", "org")
LONGEST = json.loads(os.environ["FUZZ_LONGEST"])
SUFFIXES = ["1", "j.1-9", "s0140-6736(85)90991-0", "_", "978-3-16-148410-0_3", "(issn)1099-1379", "a..b"]


def orcid(digits: str) -> str:
    """With its check digit (ISO 7064 mod 11-2)."""
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    text = digits + ("X" if check == 10 else str(check))
    return "-".join(text[place : place + 4] for place in range(0, 16, 4))


any_orcid = st.one_of(st.sampled_from(ORCIDS), st.integers(0, 10**15 - 1).map(lambda number: orcid(f"{number:015}")))
any_doi = st.one_of(
    st.sampled_from(DOIS),
    st.tuples(st.integers(1000, 999_999_999), st.sampled_from(SUFFIXES)).map(lambda parts: f"10.{parts[0]}/{parts[1]}"),
)


def register(name, texts) -> None:
    """A format whose texts may have blanks pasted along, up to the longest that the contract accepts, and one more."""
    lengths = st.sampled_from([LONGEST[name] + difference for difference in (-1, 0, 1)])
    pasted = st.tuples(texts, lengths).map(lambda drawn: drawn[0].ljust(drawn[1]))
    # The coverage phase asks for texts of these lengths; finding out that there is none takes it a second each time.
    schemathesis.openapi.format(name, st.one_of(texts, texts, texts, pasted))


register("orcid", any_orcid)
register("orcid-list", st.lists(any_orcid, min_size=1, max_size=100).map(",".join))
register("doi", any_doi)
register(
    "partial-date",
    st.dates().flatmap(lambda day: st.sampled_from([day.isoformat(), day.isoformat()[:7], day.isoformat()[:4]])),
)
register(
    "origin",
    st.tuples(st.sampled_from(["http", "https"]), st.integers(0, 10**9), st.sampled_from(["", ":80", ":8443"])).map(
        lambda parts: f"{parts[0]}://site{parts[1]}.example.org{parts[2]}"
    ),
)


def is_meant_well(case) -> bool:
    """False for what was made to break the schema."""
    return case.meta is None or case.meta.generation.mode.is_positive


def as_told_of_queries(case) -> None:
    query = case.query
    if "cursor" in query:
        if case.path.startswith("/api/"):
            query.pop("cursor")
        else:
            # Others are handed out, never made up.
            query["cursor"] = "*"
            for name in ("page", "sort", "dir"):
                query.pop(name, None)
    if "format" in query:
        for name in ("page", "per_page", "perPage", "cursor"):
            query.pop(name, None)
    if "per_page" in query:
        query.pop("perPage", None)
    if "subject" not in query:
        query.pop("subject_type", None)


def as_told_of_bodies(case) -> None:
    """Rules between the fields of a body, and with what there is."""
    body = case.body
    if case.path == "/api/publications/{id}" and case.method.upper() == "PATCH":
        title = str(body)[:100]
        case.body = [{"op": "replace", "path": "/title", "value": f"Fuzzed {title.encode('ascii', 'replace').decode()}"}]
        return
    if not isinstance(body, dict):
        return
    if isinstance(body.get("expires_at"), (int, float)):
        body["expires_at"] = int(time.time() * 1000) + 60_000 + int(body["expires_at"]) % 1_000_000
    date = body.get("start_date") or body.get("end_date")
    if date is not None and case.path.startswith("/api/projects"):
        # A project ends no earlier than it begins, nor than the one that is there has begun.
        body["start_date"] = body["end_date"] = date
    ends_at = str((case.query or {}).get("ends_at", ""))
    if ends_at.isdecimal():
        # An affiliation has ended by now, and not before it began. The coverage phase writes numbers as text.
        body["starts_at"] = case.query["ends_at"] = int(ends_at) % int(time.time() * 1000)
    if case.path.startswith("/api/works/{id}/") and body.get("type") == "publication":
        # A publication is named by its DOI, a work by its own id.
        body["id"] = DOIS[0]
    if case.path == "/api/import/doi" and "person_orcids" in body:
        body["person_orcids"] = ORCIDS[:1]
    if case.path == "/api/activity/cleanup":
        body["confirmation"] = WORKSPACE
        if body.get("mode") == "all":
            body.pop("before_date", None)
        else:
            body.setdefault("before_date", 1)
    if case.path == "/api/site-tools/reset-data":
        body["confirmation"] = f"reset {WORKSPACE}"


@schemathesis.hook
def before_call(context, case, kwargs):
    """What a contract can say in words alone."""
    if not is_meant_well(case):
        return
    if isinstance(case.query, dict):
        as_told_of_queries(case)
    as_told_of_bodies(case)
    tag = (case.headers or {}).get("If-Match")
    if tag is not None and not ONE_TAG.match(tag):
        # The coverage phase makes up headers that their pattern does not take.
        case.headers["If-Match"] = "*"
    parts = case.path_parameters
    if isinstance(parts, dict) and "/publications/{id}" in case.path and not str(parts.get("id", "")).startswith("10."):
        # Followed from the id of something else.
        parts["id"] = DOIS[0]
