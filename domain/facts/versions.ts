/** Which works a record names as earlier or later versions of itself. */
import { keysNamed } from './named-works.ts';
import type { Relation, RelationType } from './relations.ts';

/**
 * A preprint is an earlier version of what was published. `is-version-of` is none of these: DataCite's repositories use it for the
 * record of all versions, so it orders nothing.
 */
const EARLIER = new Set<RelationType>(['is-new-version-of', 'has-preprint']);
const LATER = new Set<RelationType>(['is-previous-version-of', 'is-preprint-of']);

const named = (relations: readonly Relation[], types: ReadonlySet<RelationType>): readonly string[] => [
  ...new Set(relations.filter(({ type }) => types.has(type)).flatMap(keysNamed)),
];

/** The keys under which a catalogue may have them. */
export const versionsNamed = (relations: readonly Relation[]) => ({
  earlier: named(relations, EARLIER),
  later: named(relations, LATER),
});
