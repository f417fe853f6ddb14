/** Follows the iDs of the authors through a patch, whose operations move entries of a list without iDs. */
import { pointerTo, type Fields } from '../../domain/changes/change.ts';
import type { CslItem, CslName } from '../../domain/csl.ts';
import { equal } from '../../domain/equal.ts';
import type { Json } from '../../domain/json.ts';
import { inField, Refused } from '../../domain/errors.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import {
  namesIn,
  orcidsInside,
  orcidsListed,
  orcidsOf,
  ORCIDS,
  type Orcids,
} from '../../domain/publication/author-entries.ts';
import { namedOrcids } from '../../domain/publication/authors.ts';
import { editable, fieldsOf, merge } from '../../domain/publication/overlay.ts';
import type { Present } from '../../domain/publication/state.ts';
import type { Operation } from './operation.ts';

const LIST = pointerTo('custom', ORCIDS);
const isInList = (pointer: string): boolean => `${pointer}/`.startsWith(`${LIST}/`);

/** A replaced entry keeps its place. */
const movesAuthors = (op: string, pointer: string): boolean =>
  pointer === '/author' || (op !== 'replace' && /^\/author\/[^/]+$/u.test(pointer));

const notOrcids = (field: string, accepted: string): Refused =>
  new Refused('invalid', 'invalid_orcid', `${field} is not accepted`, { field, accepted });

/** The iDs that `custom` lists for the authors: `known` ones unchanged, others normalized. Throws `Refused`. */
const orcidsIn = (custom: CslItem['custom'], known: ReadonlySet<string | null>): Orcids | null => {
  const list = custom?.[ORCIDS];
  if (!Array.isArray(list)) {
    if (list === undefined || list === null) return orcidsListed({ after: custom });
    throw notOrcids(`custom/${ORCIDS}`, 'a list of ORCID iDs and nulls');
  }
  return (list as readonly Json[]).map((entry, place) => {
    const field = `custom/${ORCIDS}/${place}`;
    if (entry !== null && typeof entry !== 'string') throw notOrcids(field, 'an ORCID iD or null');
    return entry === null || known.has(entry) ? entry : inField(field, () => parseOrcid(entry));
  });
};

/** `document`: patched in place, so that a moved entry stays the same object. */
export const trackAuthors = (state: Present, document: Fields) => {
  const { original, overlay } = state;
  const merged = merge(original, overlay);
  const [before, provided] = [editable(merged), editable(original)];
  const places = new Map(
    Array.isArray(document['author']) ? document['author'].map((entry, place) => [entry as unknown, place]) : [],
  );
  /** The provider's iDs, by the entry that a revert has restored. */
  const takenBack = new Map<CslName, string | null>();
  const known = new Set([...namedOrcids(merged), ...namedOrcids(original)]);
  const hadCustom = document['custom'] !== undefined;
  let isListWritten = false;
  let areEntriesWritten = false;
  let areAuthorsMoved = false;
  const followedBy = (now: readonly CslName[], said: Orcids | null): Orcids =>
    orcidsOf({ said, now, before, provided, placeOf: (entry) => places.get(entry) });
  /** Throws `Refused` if an iD written by index could mean the author who was at that index, or the one who is there now. */
  const mustBeClear = (now: readonly CslName[], written: Orcids): void => {
    if (written.length > now.length) throw notOrcids(`custom/${ORCIDS}`, 'at most one entry for each author');
    if (areEntriesWritten && areAuthorsMoved && !equal(written, followedBy(now, null)))
      throw notOrcids(
        `custom/${ORCIDS}`,
        'the complete list, in the final order of authors; or two patches: one to move, insert or remove authors, then one for iDs',
      );
  };
  return {
    /** Called with each operation once it is applied; `revertedField`: the edit that it reverted. */
    seen: ({ op, path, from = '' }: Operation, revertedField: string | null): void => {
      const pointers = op === 'move' ? [path, from] : [path];
      areAuthorsMoved ||= op !== 'test' && pointers.some((pointer) => movesAuthors(op, pointer));
      const written = pointers.filter(isInList);
      if (op !== 'test' && written.length > 0) {
        isListWritten = true;
        areEntriesWritten ||= !written.includes(LIST);
      }
      if (revertedField === 'author') {
        isListWritten = areEntriesWritten = false;
        const orcids = orcidsInside(provided);
        namesIn(document).forEach((entry, place) => takenBack.set(entry, orcids[place] ?? null));
      }
      // An edited iD also shows in `custom`: reverting that reverts the iD if the authors are the provider's.
      if (revertedField === 'custom' && !Object.hasOwn(overlay, 'custom'))
        isListWritten ||= equal(namesIn(document), namesIn(fieldsOf(original)));
    },
    /** The iDs of the authors of the resulting record, place by place. */
    orcids: (record: CslItem): Orcids => {
      const { author: now = [], custom } = record;
      const isAsBefore = equal(custom?.[ORCIDS], merged.custom?.[ORCIDS]);
      const listed = isAsBefore ? orcidsListed({ after: custom }) : orcidsIn(custom, known);
      if (isListWritten) mustBeClear(now, listed ?? []);
      if (isListWritten || (custom === undefined && hadCustom)) return listed ?? [];
      const followed = followedBy(now, listed);
      return now.map((entry, place) => (takenBack.has(entry) ? takenBack.get(entry) : followed[place]) ?? null);
    },
  };
};
