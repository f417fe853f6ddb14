/** The people of all workspaces by the words of their names, so that the namesakes of an author are found without a query. */
import type { CslItem } from '../../domain/csl.ts';
import { MATCHING, TEXT } from '../../domain/limits.ts';
import { listedName, namedOrcids } from '../../domain/publication/authors.ts';
import { linkedOrcids, type Present } from '../../domain/publication/state.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import type { KnownPerson } from '../../projections/queries/candidates.ts';

/** `passedOver`: how many people were not compared although they share a word with an author. */
type Near = { readonly people: readonly KnownPerson[]; readonly passedOver: number };

export type People = {
  put(person: KnownPerson): void;
  remove(workspace: string, orcid: string): void;
  /** Everybody who may be one of the authors, within the limits of matching, and everybody linked who is known. */
  near(workspace: string, record: CslItem, state: Present): Near;
};

type Keys = ReadonlySet<string>;
const NOBODY: Keys = new Set();

/** Initials say nothing. */
const wordsOf = (text: string, most: number): readonly string[] =>
  searchTerms(text)
    .filter((word) => [...word].length > 1)
    .slice(0, most);

/** The words of a person's names, by which their publications can be searched. */
export const nameWords = ({ names }: KnownPerson): readonly string[] =>
  wordsOf(names.join(' '), MATCHING.wordsOfPerson);

/** Of the people who share each word: whole groups, the smallest first, as long as they are not too many. */
const chosen = (groups: readonly Keys[], room: number): { readonly keys: Keys; readonly passedOver: number } => {
  const keys = new Set<string>();
  let passedOver = 0;
  for (const group of [...groups].sort((a, b) => a.size - b.size)) {
    if (keys.size + group.size <= room) for (const key of group) keys.add(key);
    else passedOver += group.size;
  }
  return { keys, passedOver };
};

export const peopleByName = (): People => {
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
    put: (person) => {
      const { workspace, orcid } = person;
      remove(workspace, orcid);
      const key = keyOf(workspace, orcid);
      people.set(key, person);
      for (const word of nameWords(person)) {
        const keys = byWord.get(entry(workspace, word)) ?? new Set<string>();
        byWord.set(entry(workspace, word), keys.add(key));
      }
    },
    near: (workspace, record, state) => {
      const orcids = namedOrcids(record);
      const linked = linkedOrcids(state).map((orcid) => keyOf(workspace, orcid));
      const keys = new Set<string>();
      let passedOver = 0;
      for (const [index, author] of (record.author ?? []).entries()) {
        if (orcids[index] != null) continue;
        const words = wordsOf(listedName(author), TEXT.nameWords);
        const room = Math.min(MATCHING.candidates, MATCHING.candidatesOfRecord - keys.size);
        const few = chosen(
          words.map((word) => byWord.get(entry(workspace, word)) ?? NOBODY),
          room,
        );
        for (const key of few.keys) keys.add(key);
        passedOver += few.passedOver;
      }
      return { people: [...new Set([...linked, ...keys])].flatMap((key) => people.get(key) ?? []), passedOver };
    },
  };
};
