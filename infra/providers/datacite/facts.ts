/** DataCite's names for the facts of a record (https://datacite-metadata-schema.readthedocs.io/en/4.6/). */
import type { IdentifierType, RelationType } from '../../../domain/facts/relations.ts';
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

/** `relationType` (appendix 1). Those of citations, documentation, metadata, continuation, derivation and identity are none of a record. */
const RELATIONS: ReadonlyMap<string, RelationType> = new Map([
  ['IsVersionOf', 'is-version-of'],
  ['HasVersion', 'has-version'],
  ['IsNewVersionOf', 'is-new-version-of'],
  ['IsPreviousVersionOf', 'is-previous-version-of'],
  ['Obsoletes', 'is-new-version-of'],
  ['IsObsoletedBy', 'is-previous-version-of'],
  ['IsPartOf', 'is-part-of'],
  ['HasPart', 'has-part'],
  ['IsPublishedIn', 'is-part-of'],
  ['IsSupplementTo', 'is-supplement-to'],
  ['IsSupplementedBy', 'is-supplemented-by'],
  ['Reviews', 'is-review-of'],
  ['IsReviewedBy', 'has-review'],
  ['IsTranslationOf', 'is-translation-of'],
  ['HasTranslation', 'has-translation'],
]);

/** `relatedIdentifierType` (appendix 1). */
const IDENTIFIERS: ReadonlyMap<string, IdentifierType> = new Map([
  ['DOI', 'doi'],
  ['ISBN', 'isbn'],
  ['ISSN', 'issn'],
  ['EISSN', 'issn'],
  ['LISSN', 'issn'],
  ['arXiv', 'arxiv'],
  ['PMID', 'pmid'],
  ['Handle', 'handle'],
  ['URL', 'uri'],
  ['PURL', 'uri'],
  ['w3id', 'uri'],
  ['URN', 'other'],
  ['LSID', 'other'],
  ['ARK', 'other'],
  ['bibcode', 'other'],
  ['CSTR', 'other'],
  ['EAN13', 'other'],
  ['IGSN', 'other'],
  ['ISTC', 'other'],
  ['RAiD', 'other'],
  ['RRID', 'other'],
  ['SWHID', 'other'],
  ['UPC', 'other'],
]);

const relationIn = (related: unknown): GivenRelation => ({
  type: RELATIONS.get(stringAt(related, 'relationType') ?? ''),
  idType: IDENTIFIERS.get(stringAt(related, 'relatedIdentifierType') ?? ''),
  id: stringAt(related, 'relatedIdentifier'),
});

const isAddress = (text: string | undefined): boolean => /^https?:\/\//iu.test(text ?? '');

/** Some repositories have the address in place of the name of the licence, or behind it, and a word of access rights as the URI. */
const licenceIn = (rights: unknown): GivenLicence => {
  const lastWord = stringAt(rights, 'rights')?.split(/\s/u).at(-1);
  return { URL: [stringAt(rights, 'rightsUri'), lastWord].find(isAddress) };
};

const funderIn = (reference: unknown): GivenFunder => ({
  name: at(reference, 'funderName'),
  ids: [stringAt(reference, 'funderIdentifier')],
  awards: [at(reference, 'awardNumber')],
});

const isRor = (affiliation: unknown): boolean =>
  /\bror\b/iu.test(
    [stringAt(affiliation, 'affiliationIdentifierScheme'), stringAt(affiliation, 'affiliationIdentifier')].join(' '),
  );

/** Texts, or objects with an identifier if the request has `affiliation=true` (https://support.datacite.org/docs/can-i-see-more-detailed-affiliation-information-in-the-rest-api). */
export const affiliationsIn = (person: unknown): readonly GivenAffiliation[] =>
  listAt(person, 'affiliation').map((each) =>
    typeof each === 'string'
      ? { name: each }
      : { name: at(each, 'name'), ror: isRor(each) ? stringAt(each, 'affiliationIdentifier') : undefined },
  );

export const factsFromDatacite = (record: unknown) => ({
  license: licences(listAt(record, 'rightsList').map(licenceIn)),
  funder: funders(listAt(record, 'fundingReferences').map(funderIn)),
  relation: relations(listAt(record, 'relatedIdentifiers').map(relationIn), doiOrNull(stringAt(record, 'doi'))),
  subject: subjects(listAt(record, 'subjects').map((each) => at(each, 'subject'))),
  language: textAt(record, 'language'),
});
