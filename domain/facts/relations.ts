/** How a record relates to other works: the types of relations, each with its inverse, and of the identifiers that they name. */
import { keysOf } from '../own.ts';

/**
 * Each type with its inverse, in the terms of Crossref's relationships, and of DataCite's relation types (as Crossref would write them)
 * for successive versions. Neither has one for what an update notice does, which Crossref keeps apart from relations (`update-to`).
 */
const PAIRS = {
  'is-preprint-of': 'has-preprint',
  'is-version-of': 'has-version',
  'is-new-version-of': 'is-previous-version-of',
  'is-part-of': 'has-part',
  'is-supplement-to': 'is-supplemented-by',
  'is-review-of': 'has-review',
  'is-translation-of': 'has-translation',
  corrects: 'is-corrected-by',
  retracts: 'is-retracted-by',
} as const;

export type RelationType = keyof typeof PAIRS | (typeof PAIRS)[keyof typeof PAIRS];

const INVERSES: ReadonlyMap<RelationType, RelationType> = new Map(
  keysOf(PAIRS).flatMap((type): readonly [RelationType, RelationType][] => [
    [type, PAIRS[type]],
    [PAIRS[type], type],
  ]),
);

export const RELATION_TYPES: readonly RelationType[] = [...INVERSES.keys()];

export const inverseOf = (type: RelationType): RelationType => INVERSES.get(type) ?? type;

export const isRelationType = (type: unknown): type is RelationType => RELATION_TYPES.some((each) => each === type);

/** Crossref's types of identifiers, as far as works have them. */
export const IDENTIFIER_TYPES = ['doi', 'isbn', 'issn', 'arxiv', 'pmid', 'pmcid', 'handle', 'uri', 'other'] as const;

export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

export const isIdentifierType = (type: unknown): type is IdentifierType =>
  IDENTIFIER_TYPES.some((each) => each === type);

/** What is related: a work, or the whole of which it is a part. */
export type Relation = {
  readonly type: RelationType;
  readonly 'id-type': IdentifierType;
  /** In normal form. */
  readonly id: string;
};

export const sameIdentifier = (a: Pick<Relation, 'id' | 'id-type'>, b: Pick<Relation, 'id' | 'id-type'>): boolean =>
  a['id-type'] === b['id-type'] && a.id === b.id;
