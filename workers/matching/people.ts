/** An in-memory index of all people by their names, which finds everyone whose name fits an author's without a query. */
import type { CslItem } from '../../domain/csl.ts';
import { MATCHING } from '../../domain/limits.ts';
import { nameKeys } from '../../domain/person-name.ts';
import { contributorsOf, listedName } from '../../domain/publication/authors.ts';
import { linkedOrcids, type Present } from '../../domain/publication/state.ts';
import type { KnownPerson } from '../../projections/queries/candidates.ts';

/** `passedOver`: number of people whose name resembles an author's but who were not compared. */
type Near = { readonly people: readonly KnownPerson[]; readonly passedOver: number };

type Keys = ReadonlySet<string>;
const NO_KEYS: Keys = new Set();

/** None for someone who is archived. */
const keysOf = ({ names, isArchived }: KnownPerson): ReadonlySet<string> =>
  new Set(isArchived === true ? [] : names.flatMap((name) => [...nameKeys(name)]));

/** Picks whole groups of people who share a key, smallest first, while they fit. */
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
  const byNameKey = new Map<string, Set<string>>();
  const keyOf = (workspace: string, of: string): string => `${workspace}~${of}`;

  const remove = (workspace: string, orcid: string): void => {
    const key = keyOf(workspace, orcid);
    const known = people.get(key);
    if (known === undefined) return;
    people.delete(key);
    for (const nameKey of keysOf(known)) {
      const keys = byNameKey.get(keyOf(workspace, nameKey));
      keys?.delete(key);
      if (keys?.size === 0) byNameKey.delete(keyOf(workspace, nameKey));
    }
  };

  return {
    remove,
    put: (person: KnownPerson): void => {
      const { workspace, orcid } = person;
      remove(workspace, orcid);
      const key = keyOf(workspace, orcid);
      people.set(key, person);
      for (const nameKey of keysOf(person)) {
        const keys = byNameKey.get(keyOf(workspace, nameKey)) ?? new Set<string>();
        byNameKey.set(keyOf(workspace, nameKey), keys.add(key));
      }
    },
    /** The candidates for the contributors, within the limits of matching, and everyone in the index who is linked or on a list. */
    near: (workspace: string, record: CslItem, state: Present): Near => {
      const linked = [...linkedOrcids(state), ...state.listed].map((orcid) => keyOf(workspace, orcid));
      const keys = new Set<string>();
      let passedOver = 0;
      for (const { name } of contributorsOf(record)) {
        if (name.ORCID !== undefined) continue;
        const room = Math.min(MATCHING.candidates, MATCHING.candidatesOfRecord - keys.size);
        const choice = chosen(
          [...nameKeys(listedName(name))].map((nameKey) => byNameKey.get(keyOf(workspace, nameKey)) ?? NO_KEYS),
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
