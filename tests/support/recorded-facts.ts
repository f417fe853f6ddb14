/**
 * How many entries of each fact the recorded answers have, how many our records have, and why the others have no entry of their own.
 * `node --import tsx tests/support/recorded-facts.ts` prints the table.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plainText } from '../../commands/text/index.ts';
import type { CslItem, CslName } from '../../domain/csl.ts';
import { NAME_FIELDS } from '../../domain/csl-schema.ts';
import { cslFromCrossref } from '../../infra/providers/crossref/work.ts';
import { cslFromDatacite } from '../../infra/providers/datacite/record.ts';
import { at, listAt, stringAt } from '../../infra/providers/json.ts';
import { cslFromOpenalex } from '../../infra/providers/openalex/work.ts';
import { listedFromOrcid } from '../../infra/providers/orcid/works.ts';
import { LISTED, recordedLines } from './recorded.ts';

type Reasons = Readonly<Record<string, (entry: unknown, answer: unknown) => boolean>>;
type Same = (entry: unknown) => string;

type Fact = {
  /** The entries of the answer, in whatever form. */
  readonly there: (answer: unknown) => readonly unknown[];
  /** The entries of the record. */
  readonly here: (record: CslItem) => readonly unknown[];
  /** Why an entry is left out; the first that holds counts. */
  readonly leftOut?: Reasons;
  /** The same for entries that the record has once. Default: the entry as JSON. */
  readonly same?: Same;
};

type Source = {
  readonly answers: () => readonly unknown[];
  readonly convert: (answer: unknown) => CslItem;
  readonly facts: Readonly<Record<string, Fact>>;
};

const given =
  (field: string) =>
  (answer: unknown): readonly unknown[] =>
    listAt(answer, field);
const kept =
  (field: string) =>
  (record: CslItem): readonly unknown[] =>
    (record[field] ?? []) as readonly unknown[];
const is = (entry: unknown, part: string, pattern: RegExp): boolean => pattern.test(stringAt(entry, part) ?? '');
const lower = (...texts: readonly (string | undefined)[]): string => texts.join(' ').toLowerCase();
const address = (text = ''): string =>
  text.replace(/^https?:\/\/(?:www\.)?|(?:\/(?:legalcode|deed\S*))?\/?$/giu, '').toLowerCase();

const PLACEHOLDER = /^(?:\(:\w+\)|n\/a)?$/iu;
const WITHOUT_TEXT = 'without a text, or with a placeholder';

const language: Fact = {
  there: (answer) => [stringAt(answer, 'language')].filter((each) => each !== undefined),
  here: ({ language: one }) => (one === undefined ? [] : [one]),
};

const subject = (field: string, text: (entry: unknown) => string | undefined): Fact => ({
  there: given(field),
  here: kept('subject'),
  leftOut: { [WITHOUT_TEXT]: (entry) => PLACEHOLDER.test(text(entry) ?? '') },
  same: (entry) => lower(text(entry)),
});

type Affiliated = { readonly person: unknown; readonly entry: unknown };

const affiliationsOf =
  (lists: readonly string[], field = 'affiliation') =>
  (answer: unknown): readonly Affiliated[] =>
    lists
      .flatMap((list) => listAt(answer, list))
      .flatMap((person) => listAt(person, field).map((entry) => ({ person, entry })));

const textOf = (entry: unknown): string => (typeof entry === 'string' ? entry : (stringAt(entry, 'name') ?? ''));
const namesIn = (record: CslItem): readonly CslName[] =>
  [...NAME_FIELDS].flatMap((field) => (record[field] ?? []) as readonly CslName[]);
const affiliationsIn = (record: CslItem) => namesIn(record).flatMap(({ affiliation = [] }) => affiliation);

/** Each award with its funder. */
const awardsIn = ({ funder = [] }: CslItem) => funder.flatMap(({ award = [] }) => award);

const crossref: Source = {
  answers: () => recordedLines('crossref/works.jsonl.gz'),
  convert: cslFromCrossref,
  facts: {
    licences: {
      there: given('license'),
      here: kept('license'),
      same: (entry) =>
        JSON.stringify([
          address(stringAt(entry, 'URL')),
          at(entry, 'content-version'),
          at(entry, 'start', 'date-parts'),
        ]),
    },
    funders: {
      there: given('funder'),
      here: kept('funder'),
      leftOut: { 'without a name': (entry) => !is(entry, 'name', /./u) },
      same: (entry) => lower(stringAt(entry, 'DOI') ?? stringAt(entry, 'name')),
    },
    awards: {
      there: (work) =>
        listAt(work, 'funder').flatMap((funder) => listAt(funder, 'award').map((award) => ({ funder, award }))),
      here: awardsIn,
      leftOut: { 'of a funder without a name': (entry) => !is(at(entry, 'funder'), 'name', /./u) },
      same: (entry) =>
        `${lower(stringAt(entry, 'funder', 'DOI') ?? stringAt(entry, 'funder', 'name'))} ${stringAt(entry, 'award') ?? ''}`,
    },
    relations: {
      there: (work) => [
        ...Object.entries(at(work, 'relation') ?? {}).flatMap(([type, all]) =>
          listAt(all).map((each) => ({ type, id: at(each, 'id') })),
        ),
        ...listAt(work, 'update-to').map((each) => ({ type: at(each, 'type'), id: at(each, 'DOI') })),
        ...listAt(work, 'updated-by').map((each) => ({ type: at(each, 'type'), id: at(each, 'DOI') })),
      ],
      here: kept('relation'),
      leftOut: {
        'a comment': (entry) => is(entry, 'type', /comment/u),
        'the same work under another DOI': (entry) => is(entry, 'type', /identical/u),
        'an update of itself': (entry, work) => lower(stringAt(entry, 'id')) === lower(stringAt(work, 'DOI')),
      },
    },
    'keywords and subjects': subject('subject', (entry) => stringAt(entry)),
    affiliations: {
      there: affiliationsOf(['author', 'editor', 'translator', 'chair']),
      here: affiliationsIn,
    },
    'affiliations with a ROR id': {
      there: (work) =>
        affiliationsOf(['author', 'editor', 'translator', 'chair'])(work).filter(
          ({ entry }) => listAt(entry, 'id').length > 0,
        ),
      here: (record) => affiliationsIn(record).filter(({ id }) => id !== undefined),
    },
    language,
  },
};

const isEditor = (person: unknown): boolean => is(person, 'contributorType', /^Editor$/u);
const orcidOf = (person: unknown): string | undefined =>
  listAt(person, 'nameIdentifiers')
    .map((id) => stringAt(id, 'nameIdentifier'))
    .find((id) => /(?:\d{4}-){3}\d{3}[\dX]/iu.test(id ?? ''));

const datacite: Source = {
  answers: () => recordedLines('datacite/dois.jsonl.gz').map((line) => at(line, 'attributes')),
  convert: cslFromDatacite,
  facts: {
    licences: {
      there: given('rightsList'),
      here: kept('license'),
      leftOut: {
        'access rights (info:eu-repo), which are no licence': (entry) =>
          ['rightsUri', 'rights'].some((part) => is(entry, part, /^info:eu-repo/u)),
        'without a web address': (entry) =>
          !is(entry, 'rightsUri', /^http/u) && !is(entry, 'rights', /(?:^|\s)https?:\S+$/u),
      },
      same: (entry) => address(stringAt(entry, 'rightsUri') ?? stringAt(entry, 'rights')?.split(' ').at(-1)),
    },
    funders: {
      there: given('fundingReferences'),
      here: kept('funder'),
      same: (entry) => lower(stringAt(entry, 'funderName')),
    },
    awards: {
      there: (record) => listAt(record, 'fundingReferences').filter((each) => at(each, 'awardNumber') !== undefined),
      here: awardsIn,
      same: (entry) => `${lower(stringAt(entry, 'funderName'))} ${stringAt(entry, 'awardNumber') ?? ''}`,
    },
    relations: {
      there: given('relatedIdentifiers'),
      here: kept('relation'),
      leftOut: {
        'a citation': (entry) => is(entry, 'relationType', /Cite|References/u),
        'metadata or documentation': (entry) => is(entry, 'relationType', /Metadata|Documented|Described/u),
        'a continuation or derivation': (entry) => is(entry, 'relationType', /Continue|Derived|SourceOf/u),
        'the same work under another identifier': (entry) => is(entry, 'relationType', /Identical/u),
      },
    },
    'keywords and subjects': subject('subjects', (entry) => stringAt(entry, 'subject')),
    affiliations: {
      there: affiliationsOf(['creators', 'contributors']),
      here: affiliationsIn,
      leftOut: {
        'of contributors without an iD, who are left out': ({ person }: Affiliated) =>
          at(person, 'contributorType') !== undefined && !isEditor(person) && orcidOf(person) === undefined,
        [WITHOUT_TEXT]: ({ entry }: Affiliated) => PLACEHOLDER.test(textOf(entry)),
      } as Reasons,
      same: (({ person, entry }: Affiliated) => JSON.stringify([orcidOf(person) ?? person, entry])) as Same,
    },
    language,
  },
};

const openPlaces = (work: unknown): readonly unknown[] =>
  [at(work, 'best_oa_location'), ...listAt(work, 'locations')].filter((place) => at(place, 'is_oa') === true);

/** Some funders of OpenAlex have one ROR id. */
const funderAt = (work: unknown, id: unknown): unknown =>
  stringAt(
    listAt(work, 'funders').find((each) => at(each, 'id') === id),
    'ror',
  ) ?? id;

/** Of one author; authors who share a name stand apart. */
const sameText = (({ person, entry }: Affiliated) =>
  JSON.stringify([person, plainText(stringAt(entry, 'raw_affiliation_string') ?? '')])) as Same;

const openalex: Source = {
  answers: () => recordedLines('openalex/works.jsonl.gz'),
  convert: (work) => cslFromOpenalex(work),
  facts: {
    licences: {
      there: (work) => openPlaces(work).filter((place) => is(place, 'license', /./u)),
      here: kept('license'),
      leftOut: {
        'a word for no one licence (other-oa, public-domain, publisher-specific-oa), kept with its location': (place) =>
          is(place, 'license', /^(?:other-oa|public-domain|publisher-specific-oa)$/u),
      },
      same: (place) =>
        `${stringAt(place, 'license') ?? ''} ${(stringAt(place, 'version') ?? '').replace('submittedVersion', '')}`,
    },
    'open-access locations': {
      there: openPlaces,
      here: kept('locations'),
      leftOut: {
        'without an address': (place) => ['landing_page_url', 'pdf_url'].every((part) => !is(place, part, /./u)),
      },
      same: (place) => JSON.stringify([at(place, 'landing_page_url'), at(place, 'pdf_url')]),
    },
    funders: {
      there: (work) => [
        ...listAt(work, 'funders').map((each) => ({ funder: funderAt(work, at(each, 'id')) })),
        ...listAt(work, 'awards').map((each) => ({ funder: funderAt(work, at(each, 'funder_id')) })),
      ],
      here: kept('funder'),
    },
    awards: {
      there: (work) =>
        listAt(work, 'awards').map((each) => ({
          funder: funderAt(work, at(each, 'funder_id')),
          award: at(each, 'funder_award_id'),
        })),
      here: awardsIn,
      leftOut: { 'without a number': (entry) => !is(entry, 'award', /./u) },
    },
    'keywords and subjects': subject('keywords', (entry) => stringAt(entry, 'display_name')),
    affiliations: {
      there: affiliationsOf(['authorships'], 'affiliations'),
      here: affiliationsIn,
      same: sameText,
    },
    'affiliations with a ROR id': {
      there: (work) =>
        affiliationsOf(
          ['authorships'],
          'affiliations',
        )(work).filter(({ entry }) => listAt(entry, 'institution_ids').length > 0),
      here: (record) => affiliationsIn(record).filter(({ id }) => id !== undefined),
      leftOut: {
        'of several institutions, none of which is part of all others': ({ person, entry }: Affiliated) => {
          const ids = listAt(entry, 'institution_ids');
          const institutions = listAt(person, 'institutions').filter((each) => ids.includes(at(each, 'id')));
          return !institutions.some((each) => ids.every((id) => listAt(each, 'lineage').includes(id)));
        },
        'of an institution without one': ({ person, entry }: Affiliated) =>
          listAt(person, 'institutions').every(
            (each) => !listAt(entry, 'institution_ids').includes(at(each, 'id')) || !is(each, 'ror', /./u),
          ),
      } as Reasons,
      same: sameText,
    },
    language,
  },
};

const idsOf = (group: unknown): readonly unknown[] =>
  listAt(group, 'work-summary').flatMap((summary) => listAt(summary, 'external-ids', 'external-id'));

const orcid: Source = {
  answers: () =>
    LISTED.flatMap((id) => {
      const file = new URL(`../../../shared/data/providers/orcid/${id}.works.json`, import.meta.url);
      return listAt(JSON.parse(readFileSync(fileURLToPath(file), 'utf8')), 'group');
    }),
  convert: (group) => {
    const from = { provider: 'orcid', url: 'https://pub.orcid.org' } as const;
    const listed = listedFromOrcid(group, LISTED[0], from).map(({ summary }) => summary);
    return listed.find(({ relation }) => relation !== undefined) ?? listed[0] ?? { type: 'document' };
  },
  facts: {
    relations: {
      there: (group) => idsOf(group).filter((id) => !is(id, 'external-id-relationship', /^(?:self|funded-by)$/iu)),
      here: kept('relation'),
      same: (id) => lower(stringAt(id, 'external-id-value')),
    },
    awards: {
      there: (group) => idsOf(group).filter((id) => is(id, 'external-id-relationship', /^funded-by$/iu)),
      here: awardsIn,
      leftOut: { 'a grant of which a list names no funder': () => true },
    },
  },
};

type Pair = { there: number; here: number };
export type Count = { readonly records: Pair; readonly entries: Pair; readonly leftOut: Map<string, number> };

const REPEATED = 'repeated in the same record';

/** Of one answer, how many entries are left out for each reason. Those without a reason must be here, each once. */
const reasonsIn = ({ there, leftOut = {}, same = JSON.stringify }: Fact, answer: unknown) => {
  const entries = there(answer);
  const reasons = entries.map((entry) => Object.entries(leftOut).find(([, holds]) => holds(entry, answer))?.[0]);
  const seen = new Set<string>();
  return entries.map((entry, n) => {
    const [reason, key] = [reasons[n], same(entry)];
    if (reason !== undefined) return reason;
    if (seen.has(key)) return REPEATED;
    seen.add(key);
    return null;
  });
};

export const counted = ({ answers, convert, facts }: Source): ReadonlyMap<string, Count> => {
  const counts = new Map<string, Count>(
    Object.keys(facts).map((name) => [
      name,
      { records: { there: 0, here: 0 }, entries: { there: 0, here: 0 }, leftOut: new Map<string, number>() },
    ]),
  );
  for (const answer of answers()) {
    const record = convert(answer);
    for (const [name, fact] of Object.entries(facts)) {
      const { records, entries, leftOut } = counts.get(name) as Count;
      const reasons = reasonsIn(fact, answer);
      const here = fact.here(record).length;
      assert.equal(
        here,
        reasons.filter((reason) => reason === null).length,
        `${name} of ${JSON.stringify([fact.there(answer), fact.here(record)]).slice(0, 3_000)}`,
      );
      records.there += reasons.length > 0 ? 1 : 0;
      records.here += here > 0 ? 1 : 0;
      entries.there += reasons.length;
      entries.here += here;
      for (const reason of reasons) if (reason !== null) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
  }
  return counts;
};

export const SOURCES: Readonly<Record<string, Source>> = { crossref, datacite, openalex, orcid };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log('| provider | fact | records there | here | entries there | here | left out |');
  console.log('| --- | --- | ---: | ---: | ---: | ---: | --- |');
  for (const [provider, source] of Object.entries(SOURCES))
    for (const [fact, { records, entries, leftOut }] of counted(source)) {
      const reasons = [...leftOut].map(([reason, count]) => `${count} ${reason}`).join('; ');
      console.log(
        `| ${provider} | ${fact} | ${records.there} | ${records.here} | ${entries.there} | ${entries.here} | ${reasons} |`,
      );
    }
}
