/** The people of all workspaces by the words of their names, so that an author's namesakes are found without asking. */
import type { CslItem } from '../../domain/csl.ts';
import { listedName, namedOrcids } from '../../domain/publication/matching.ts';
import { linkedOrcids, type Present } from '../../domain/publication/state.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import type { KnownPerson } from '../../projections/queries/candidates.ts';

export type People = {
  put(person: KnownPerson): void;
  remove(workspace: string, orcid: string): void;
  /** Everybody who may be one of the authors, and everybody linked who is known. */
  near(workspace: string, record: CslItem, state: Present): readonly KnownPerson[];
};

/** Initials say nothing. */
const wordsOf = (names: readonly string[]): readonly string[] =>
  searchTerms(names.join(' ')).filter((word) => [...word].length > 1);

/** The words of a person's name, by which their publications can be searched. */
export const nameWords = ({ names }: KnownPerson): readonly string[] => wordsOf(names);

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
    for (const word of wordsOf(known.names)) byWord.get(entry(workspace, word))?.delete(key);
  };

  return {
    remove,
    put: (person) => {
      const { workspace, orcid } = person;
      remove(workspace, orcid);
      const key = keyOf(workspace, orcid);
      people.set(key, person);
      for (const word of wordsOf(person.names)) {
        const keys = byWord.get(entry(workspace, word)) ?? new Set<string>();
        byWord.set(entry(workspace, word), keys.add(key));
      }
    },
    near: (workspace, record, state) => {
      const orcids = namedOrcids(record);
      const names = (record.author ?? []).flatMap((author, index) =>
        orcids[index] == null ? [listedName(author)] : [],
      );
      const keys = new Set(linkedOrcids(state).map((orcid) => keyOf(workspace, orcid)));
      for (const word of wordsOf(names)) for (const key of byWord.get(entry(workspace, word)) ?? []) keys.add(key);
      return [...keys].flatMap((key) => people.get(key) ?? []);
    },
  };
};
