/** An in-memory index of all people by the words of their names, which finds candidates for an author without a query. */
import type { CslItem } from '../../domain/csl.ts';
import { MATCHING, TEXT } from '../../domain/limits.ts';
import { listedName, namedOrcids } from '../../domain/publication/authors.ts';
import { linkedOrcids, type Present } from '../../domain/publication/state.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import type { KnownPerson } from '../../projections/queries/candidates.ts';

/** `passedOver`: number of people who share a word with an author but were not compared. */
type Near = { readonly people: readonly KnownPerson[]; readonly passedOver: number };

type Keys = ReadonlySet<string>;
const NO_KEYS: Keys = new Set();

/** Drops initials, which match too many names. */
const wordsOf = (text: string, most: number): readonly string[] =>
  searchTerms(text)
    .filter((word) => [...word].length > 1)
    .slice(0, most);

/** The words of a person's names, used to search for their publications; none for one who is archived. */
export const nameWords = ({ names, isArchived }: KnownPerson): readonly string[] =>
  isArchived === true ? [] : wordsOf(names.join(' '), MATCHING.wordsOfPerson);

/** Picks whole groups of people who share a word, smallest first, while they fit. */
const chosen = (groups: readonly Keys[], room: number): { readonly keys: Keys; readonly passedOver: number } => {
  const keys = new Set<string>();
  let passedOver = 0;
  for (const group of [...groups].sort((a, b) => a.size - b.size)) {
    if (keys.size + group.size <= room) for (const key of group) keys.add(key);
    else passedOver += group.size;
  }
  return { keys, passedOver };
};

export const peopleByName = () => {
  const people = new Map<string, KnownPerson>();
  const byWord = new Map<string, Set<string>>();
  const keyOf = (workspace: string, orcid: string): string => `${workspace}~${orcid}`;
  const entry = (workspace: string, word: string): string => `${workspace}~${word}`;

  const remove = (workspace: string, orcid: string): void => {
    const key = keyOf(workspace, orcid);
    const known = people.get(key);
    if (known === undefined) return;
    people.delete(key);
    for (const word of nameWords(known)) {
      const keys = byWord.get(entry(workspace, word));
      keys?.delete(key);
      if (keys?.size === 0) byWord.delete(entry(workspace, word));
    }
  };

  return {
    remove,
    put: (person: KnownPerson): void => {
      const { workspace, orcid } = person;
      remove(workspace, orcid);
      const key = keyOf(workspace, orcid);
      people.set(key, person);
      for (const word of nameWords(person)) {
        const keys = byWord.get(entry(workspace, word)) ?? new Set<string>();
        byWord.set(entry(workspace, word), keys.add(key));
      }
    },
    /** The candidates for the authors, within the limits of matching, and all linked people in the index. */
    near: (workspace: string, record: CslItem, state: Present): Near => {
      const orcids = namedOrcids(record);
      const linked = linkedOrcids(state).map((orcid) => keyOf(workspace, orcid));
      const keys = new Set<string>();
      let passedOver = 0;
      for (const [index, author] of (record.author ?? []).entries()) {
        if (orcids[index] != null) continue;
        const words = wordsOf(listedName(author), TEXT.nameWords);
        const room = Math.min(MATCHING.candidates, MATCHING.candidatesOfRecord - keys.size);
        const choice = chosen(
          words.map((word) => byWord.get(entry(workspace, word)) ?? NO_KEYS),
          room,
        );
        for (const key of choice.keys) keys.add(key);
        passedOver += choice.passedOver;
      }
      return { people: [...new Set([...linked, ...keys])].flatMap((key) => people.get(key) ?? []), passedOver };
    },
  };
};

export type People = ReturnType<typeof peopleByName>;
