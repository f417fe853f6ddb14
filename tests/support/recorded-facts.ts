/**
 * How many of the recorded answers have each fact, how many of our records have it, and why the others do not.
 * `node --import tsx tests/support/recorded-facts.ts` prints the table.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CslItem, CslName } from '../../domain/csl.ts';
import { NAME_FIELDS } from '../../domain/csl-schema.ts';
import { cslFromCrossref } from '../../infra/providers/crossref/work.ts';
import { cslFromDatacite } from '../../infra/providers/datacite/record.ts';
import { at, listAt, stringAt } from '../../infra/providers/json.ts';
import { cslFromOpenalex } from '../../infra/providers/openalex/work.ts';
import { listedFromOrcid } from '../../infra/providers/orcid/works.ts';
import { LISTED, recordedLines } from './recorded.ts';

type Fact = {
  /** Whether the answer has it, in whatever form. */
  readonly there: (answer: unknown) => boolean;
  /** Why the record does not have what the answer has; the first that holds counts. */
  readonly leftOut: Readonly<Record<string, (answer: unknown) => boolean>>;
  readonly here?: (record: CslItem) => boolean;
};

type Source = {
  readonly answers: () => readonly unknown[];
  readonly convert: (answer: unknown) => CslItem;
  readonly facts: Readonly<Record<string, Fact>>;
};

const has = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined);
const some = (answer: unknown, path: string): boolean => listAt(answer, ...path.split('.')).length > 0;
const none = (answer: unknown, path: string, test: (entry: unknown) => boolean): boolean =>
  !listAt(answer, ...path.split('.')).some(test);
const isAddress = (text: string | undefined): boolean => /^https?:\/\/\S+$/iu.test(text ?? '');

const peopleIn = (answer: unknown, lists: readonly string[]): readonly unknown[] =>
  lists.flatMap((list) => listAt(answer, list));
const namesIn = (record: CslItem): readonly CslName[] =>
  [...NAME_FIELDS].flatMap((field) => (record[field] ?? []) as readonly CslName[]);
const isAffiliated = (record: CslItem): boolean =>
  namesIn(record).some(({ affiliation = [] }) => affiliation.length > 0);
const isIdentified = (record: CslItem): boolean =>
  namesIn(record).some(({ affiliation = [] }) => affiliation.some(({ id }) => id !== undefined));

const language: Fact = { there: (answer) => stringAt(answer, 'language') !== undefined, leftOut: {} };

const ROLES = ['author', 'editor', 'translator', 'chair'];
const KINDS_OF_CROSSREF = /preprint|manuscript|version|part|supplement|review|translation|replace/u;

const crossref: Source = {
  answers: () => recordedLines('crossref/works.jsonl.gz'),
  convert: cslFromCrossref,
  facts: {
    license: { there: (work) => some(work, 'license'), leftOut: {} },
    funder: {
      there: (work) => some(work, 'funder'),
      leftOut: { 'a funder without a name': (work) => none(work, 'funder', (each) => has(stringAt(each, 'name'))) },
    },
    relation: {
      there: (work) =>
        Object.keys(at(work, 'relation') ?? {}).length > 0 || some(work, 'update-to') || some(work, 'updated-by'),
      leftOut: {
        'only comments, and the same work under another DOI': (work) =>
          !Object.keys(at(work, 'relation') ?? {}).some((type) => KINDS_OF_CROSSREF.test(type)) &&
          !some(work, 'update-to'),
        'only an update of itself': (work) =>
          none(
            work,
            'update-to',
            (each) => stringAt(each, 'DOI')?.toLowerCase() !== stringAt(work, 'DOI')?.toLowerCase(),
          ),
      },
    },
    subject: { there: (work) => some(work, 'subject'), leftOut: {} },
    affiliation: {
      there: (work) => peopleIn(work, ROLES).some((person) => some(person, 'affiliation')),
      leftOut: {},
      here: isAffiliated,
    },
    language,
  },
};

const OF_RECORD =
  /^(?:Is(?:New|Previous)?VersionOf|HasVersion|(?:Is)?Obsolete\w+|Is(?:Part|SupplementTo|Supplemented|Review|Translation)\w*|Reviews|Has(?:Part|Translation)|IsPublishedIn)/u;

const PLACEHOLDER = /^(?:\(:\w+\)|n\/a)$/iu;

const datacite: Source = {
  answers: () => recordedLines('datacite/dois.jsonl.gz').map((line) => at(line, 'attributes')),
  convert: cslFromDatacite,
  facts: {
    license: {
      there: (record) => some(record, 'rightsList'),
      leftOut: {
        'a text or a word (info:eu-repo) without a web address': (record) =>
          none(record, 'rightsList', (each) => isAddress(stringAt(each, 'rightsUri') ?? stringAt(each, 'rights'))),
      },
    },
    funder: { there: (record) => some(record, 'fundingReferences'), leftOut: {} },
    relation: {
      there: (record) => some(record, 'relatedIdentifiers'),
      leftOut: {
        'only references, citations, metadata, documentation, continuation, derivation or identity': (record) =>
          none(record, 'relatedIdentifiers', (each) => OF_RECORD.test(stringAt(each, 'relationType') ?? '')),
        'identifiers of another form than their type': (record) =>
          none(record, 'relatedIdentifiers', (each) => {
            const [type, id = ''] = [stringAt(each, 'relatedIdentifierType'), stringAt(each, 'relatedIdentifier')];
            const isOfRecord = OF_RECORD.test(stringAt(each, 'relationType') ?? '');
            return isOfRecord && (type === 'DOI' || (type === 'URL' && isAddress(id)));
          }),
      },
    },
    subject: {
      there: (record) => some(record, 'subjects'),
      leftOut: {
        'a subject without a text': (record) => none(record, 'subjects', (each) => has(stringAt(each, 'subject'))),
        'a placeholder, such as (:unav)': (record) =>
          none(record, 'subjects', (each) => !PLACEHOLDER.test(stringAt(each, 'subject') ?? '')),
      },
    },
    affiliation: {
      there: (record) => peopleIn(record, ['creators', 'contributors']).some((person) => some(person, 'affiliation')),
      leftOut: {
        'of contributors without an iD, who are left out': (record) =>
          none(record, 'creators', (person) => some(person, 'affiliation')),
        'a placeholder, such as N/A': (record) =>
          none(record, 'creators', (person) =>
            listAt(person, 'affiliation').some((each) => !PLACEHOLDER.test(stringAt(each) ?? '')),
          ),
      },
      here: isAffiliated,
    },
    language,
  },
};

const isOpen = (place: unknown): boolean => at(place, 'is_oa') === true;
const openPlaces = (work: unknown): readonly unknown[] =>
  [at(work, 'best_oa_location'), ...listAt(work, 'locations')].filter(isOpen);

const openalex: Source = {
  answers: () => recordedLines('openalex/works.jsonl.gz'),
  convert: (work) => cslFromOpenalex(work),
  facts: {
    license: {
      there: (work) => openPlaces(work).some((place) => has(stringAt(place, 'license'))),
      leftOut: {
        'a word for no one licence (other-oa, public-domain, publisher-specific-oa), kept with its location': (work) =>
          !openPlaces(work).some((place) => /^(?:cc-|mit)/u.test(stringAt(place, 'license') ?? '')),
      },
    },
    locations: {
      there: (work) => openPlaces(work).length > 0,
      leftOut: {
        'a location without an address': (work) =>
          !openPlaces(work).some((place) => ['landing_page_url', 'pdf_url'].some((url) => has(stringAt(place, url)))),
      },
    },
    funder: { there: (work) => some(work, 'funders') || some(work, 'awards'), leftOut: {} },
    subject: { there: (work) => some(work, 'keywords'), leftOut: {} },
    affiliation: {
      there: (work) => peopleIn(work, ['authorships']).some((each) => some(each, 'raw_affiliation_strings')),
      leftOut: {},
      here: isAffiliated,
    },
    'affiliation with a ROR id': {
      there: (work) =>
        peopleIn(work, ['authorships']).some(
          (each) => some(each, 'affiliations') && listAt(each, 'institutions').some((at) => has(stringAt(at, 'ror'))),
        ),
      leftOut: {
        'affiliations of several institutions, or of one without a ROR id': (work) =>
          none(work, 'authorships', (each) =>
            listAt(each, 'affiliations').some((affiliation) => {
              const ids = listAt(affiliation, 'institution_ids');
              const own = listAt(each, 'institutions').find((institution) => at(institution, 'id') === ids[0]);
              return ids.length === 1 && has(stringAt(own, 'ror'));
            }),
          ),
      },
      here: isIdentified,
    },
    language,
  },
};

const summaries = (group: unknown): readonly unknown[] => listAt(group, 'work-summary');
const others = (group: unknown): readonly unknown[] =>
  summaries(group)
    .flatMap((summary) => listAt(summary, 'external-ids', 'external-id'))
    .filter((id) => stringAt(id, 'external-id-relationship') !== 'self');

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
  facts: { relation: { there: (group) => others(group).length > 0, leftOut: {} } },
};

export type Count = { there: number; here: number; readonly leftOut: Map<string, number> };

export const counted = ({ answers, convert, facts: all }: Source): ReadonlyMap<string, Count> => {
  const counts = new Map<string, Count>(
    Object.keys(all).map((fact) => [fact, { there: 0, here: 0, leftOut: new Map() }]),
  );
  for (const answer of answers()) {
    const record = convert(answer);
    for (const [fact, { there, leftOut, here = (csl: CslItem) => has(csl[fact]) }] of Object.entries(all)) {
      const count = counts.get(fact) as Count;
      const isHere = here(record);
      if (isHere) count.here += 1;
      if (!there(answer)) {
        assert.ok(!isHere, `${fact} from nowhere: ${JSON.stringify(record)}`);
        continue;
      }
      count.there += 1;
      if (isHere) continue;
      const [reason] = Object.entries(leftOut).find(([, holds]) => holds(answer)) ?? [];
      assert.ok(reason !== undefined, `${fact} is lost of ${JSON.stringify(answer).slice(0, 3_000)}`);
      count.leftOut.set(reason, (count.leftOut.get(reason) ?? 0) + 1);
    }
  }
  return counts;
};

export const SOURCES: Readonly<Record<string, Source>> = { crossref, datacite, openalex, orcid };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log('| provider | fact | there | here | left out |\n| --- | --- | ---: | ---: | --- |');
  for (const [provider, source] of Object.entries(SOURCES))
    for (const [fact, { there, here, leftOut }] of counted(source)) {
      const reasons = [...leftOut].map(([reason, count]) => `${count}: ${reason}`);
      console.log(`| ${provider} | ${fact} | ${there} | ${here} | ${reasons.join('; ')} |`);
    }
}
