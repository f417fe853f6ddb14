/**
 * Crossref's names for the facts of a work (https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md, and of relations
 * https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/relationships/).
 */
import type { IdentifierType, RelationType } from '../../../domain/facts/relations.ts';
import { partialDateOf } from '../../../domain/partial-date.ts';
import { doiOrNull, textAt } from '../csl/parts.ts';
import {
  funders,
  licences,
  relations,
  subjects,
  type GivenAffiliation,
  type GivenFunder,
  type GivenLicence,
  type GivenRelation,
} from '../csl/facts.ts';
import { at, listAt, stringAt } from '../json.ts';

/** `relation`. Those of comments, replies, derivations, data and citations are none of a record. */
const RELATIONS: ReadonlyMap<string, RelationType> = new Map([
  ['is-preprint-of', 'is-preprint-of'],
  ['has-preprint', 'has-preprint'],
  ['is-manuscript-of', 'is-version-of'],
  ['has-manuscript', 'has-version'],
  ['is-version-of', 'is-version-of'],
  ['has-version', 'has-version'],
  ['replaces', 'is-new-version-of'],
  ['is-replaced-by', 'is-previous-version-of'],
  ['is-part-of', 'is-part-of'],
  ['has-part', 'has-part'],
  ['is-supplement-to', 'is-supplement-to'],
  ['is-supplemented-by', 'is-supplemented-by'],
  ['is-review-of', 'is-review-of'],
  ['has-review', 'has-review'],
  ['is-translation-of', 'is-translation-of'],
  ['has-translation', 'has-translation'],
]);

/** `relation[].id-type`. */
const IDENTIFIERS: ReadonlyMap<string, IdentifierType> = new Map([
  ['doi', 'doi'],
  ['isbn', 'isbn'],
  ['issn', 'issn'],
  ['arxiv', 'arxiv'],
  ['pmid', 'pmid'],
  ['pmcid', 'pmcid'],
  ['handle', 'handle'],
  ['uri', 'uri'],
  ['purl', 'uri'],
  ['ark', 'other'],
  ['uuid', 'other'],
  ['accession', 'other'],
  ['ecli', 'other'],
  ['other', 'other'],
]);

type Update = readonly [of: RelationType, by: RelationType | undefined];

const CORRECTION: Update = ['corrects', 'is-corrected-by'];
/** Of a withdrawn work there is a notice, which staff can dismiss (`notices.ts`); only the withdrawing one has a relation. */
const WITHDRAWAL: Update = ['retracts', undefined];
const NEW_VERSION: Update = ['is-new-version-of', 'is-previous-version-of'];

/** `type` of `update-to` and `updated-by` (https://www.crossref.org/documentation/register-maintain-records/maintaining-your-metadata/registering-updates/). */
const UPDATES: ReadonlyMap<string, Update> = new Map([
  ...['correction', 'corrigendum', 'erratum', 'addendum', 'clarification'].map((type) => [type, CORRECTION] as const),
  ...['retraction', 'withdrawal', 'removal'].map((type) => [type, WITHDRAWAL] as const),
  ...['new_version', 'new_edition'].map((type) => [type, NEW_VERSION] as const),
]);

const related = (work: unknown): readonly GivenRelation[] => {
  const relation = at(work, 'relation');
  if (typeof relation !== 'object' || relation === null) return [];
  return Object.keys(relation).flatMap((type) =>
    listAt(relation, type).map((each) => ({
      type: RELATIONS.get(type),
      idType: IDENTIFIERS.get(stringAt(each, 'id-type') ?? ''),
      id: stringAt(each, 'id'),
    })),
  );
};

const updates = (work: unknown, field: 'update-to' | 'updated-by'): readonly GivenRelation[] =>
  listAt(work, field).map((update) => {
    const [of, by] = UPDATES.get((stringAt(update, 'type') ?? '').toLowerCase()) ?? [];
    return { type: field === 'update-to' ? of : by, idType: 'doi', id: stringAt(update, 'DOI') };
  });

const licenceIn = (licence: unknown): GivenLicence => ({
  URL: stringAt(licence, 'URL'),
  version: stringAt(licence, 'content-version'),
  start: partialDateOf({ 'date-parts': listAt(licence, 'start', 'date-parts') as never }),
});

/** The registry's DOI, and since 2025 ids of several kinds. */
const funderIn = (funder: unknown): GivenFunder => ({
  name: at(funder, 'name'),
  ids: [stringAt(funder, 'DOI'), ...listAt(funder, 'id').map((each) => stringAt(each, 'id'))],
  awards: listAt(funder, 'award'),
});

export const affiliationsIn = (person: unknown): readonly GivenAffiliation[] =>
  listAt(person, 'affiliation').map((each) => ({
    name: at(each, 'name'),
    ror: listAt(each, 'id')
      .filter((id) => /^ror$/iu.test(stringAt(id, 'id-type') ?? ''))
      .map((id) => stringAt(id, 'id'))[0],
  }));

export const factsFromCrossref = (work: unknown) => ({
  license: licences(listAt(work, 'license').map(licenceIn)),
  funder: funders(listAt(work, 'funder').map(funderIn)),
  relation: relations(
    [...related(work), ...updates(work, 'update-to'), ...updates(work, 'updated-by')],
    doiOrNull(stringAt(work, 'DOI')),
  ),
  subject: subjects(listAt(work, 'subject')),
  language: textAt(work, 'language'),
});
