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
DOI = re.compile(r"10\.[0-9]{4,9}/")
PARTS = re.compile(r"\A[a-z_,]+\Z")
PERSON = re.compile(r"\A *(p-[0-9a-v]{26}|(https?://orcid\.org/)?([0-9]{4}-){3}[0-9]{3}[0-9X]) *\Z")
PHOTO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
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
any_person = st.one_of(any_orcid, st.text("0123456789abcdefghijklmnopqrstuv", min_size=26, max_size=26).map("p-".__add__))
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
register("person-id", any_person)
register("person-id-list", st.lists(any_person, min_size=1, max_size=100).map(",".join))
register("doi", any_doi)
schemathesis.openapi.format("part-list", st.lists(st.sampled_from(["authors", "container", "citation"]), min_size=1).map(",".join))
schemathesis.openapi.format("language", st.sampled_from(["de", "en-GB", "ger", "zh_Hans"]))
schemathesis.openapi.format("licence", st.sampled_from(["cc-by", "CC0", "https://creativecommons.org/licenses/by/4.0/"]))
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


def in_order(years) -> None:
    if "from_year" in years:
        years.pop("to_year", None)


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
        for name in ("page", "per_page", "perPage", "cursor", "include"):
            query.pop(name, None)
    if "style" in query:
        # An installation may have more than the contract names.
        query["style"] = "apa"
        query.pop("locale", None)
    if "include" in query and not PARTS.match(str(query["include"])):
        query.pop("include")
    if case.path == "/api/suggestions" and "doi" in query:
        query["doi"] = DOIS[0]
    in_order(query)
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
    if case.path == "/api/people" and case.method.upper() == "POST" and not isinstance(body, dict):
        # Whoever has no iD has a name.
        case.body = {"name": "Ilse Hollis"}
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
    after = body.get("after")
    if isinstance(after, dict) and isinstance(after.get("ends_at"), (int, float)):
        # The same rule for an earlier affiliation.
        after["starts_at"] = after["ends_at"] = int(after["ends_at"]) % int(time.time() * 1000)
    if isinstance(body.get("filter"), dict):
        in_order(body["filter"])
    if case.path.startswith("/api/publications"):
        # What is there: the coverage phase makes ids up, of any length.
        for name in ("from", "with"):
            if name in body:
                body[name] = DOIS[0]
        if "ids" in body:
            body["ids"] = [text if DOI.match(str(text)) else DOIS[0] for text in body["ids"]]
        if isinstance(body.get("identifier"), dict):
            body["identifier"] = {"type": "isbn", "value": "9780306406157"}
        if "record" in body:
            body["record"] = {"type": "book", "title": "What a crack remembers"}
        if "person_orcids" in body:
            body["person_orcids"] = ORCIDS[:1]
        if "decisions" in body:
            # Of entries that the list has.
            body["decisions"] = []
    if case.path == "/api/publications/imports":
        # Any text is within the contract; few are lists.
        case.body = {"content": "@book{jars, title = {A history of jars}}"}
    if case.path == "/api/people" and case.method.upper() == "POST":
        body.setdefault("name", "Ilse Hollis")
    if case.path == "/api/people/{orcid}/photo":
        body["file"] = PHOTO
    if "photo_url" in body:
        # There is no picture at an address that is made up.
        body["photo_url"] = None
    if case.path == "/api/views":
        body["query"] = "q=jars"
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
    if isinstance(parts, dict) and "{orcid}" in case.path and not PERSON.match(str(parts.get("orcid", ""))):
        parts["orcid"] = ORCIDS[0]
