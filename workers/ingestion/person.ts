/** Registers the person of an iD on first ingestion, and takes their name from the ORCID record, else from the works. */
import { loadState } from '../../commands/aggregate.ts';
import { causedBy, type Caller } from '../../commands/caller.ts';
import { takeBackRegistration } from '../../commands/erase-person.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import { personAggregate } from '../../commands/person.ts';
import { Refused } from '../../domain/errors.ts';
import { TEXT } from '../../domain/limits.ts';
import { everyText } from '../../domain/localized-text.ts';
import type { Person } from '../../domain/person/person.ts';
import { isVisible } from '../../domain/text/visible.ts';
import type { Ownership } from './claim.ts';
import type { ListedWork, PersonRecord } from './ports.ts';

/** Null for a text that shows nothing, which is no name or biography. */
const shown = (text: string | null): string | null => (text !== null && isVisible(text) ? text : null);

const shownOf = (names: readonly (string | null)[]): readonly string[] => names.flatMap((name) => shown(name) ?? []);

/** Credit name, and given and family name; those that the record has. */
const ownNamesOf = ({ creditName, givenName, familyName }: PersonRecord): readonly string[] =>
  shownOf([creditName, shownOf([givenName, familyName]).join(' ')]);

/** The person's most frequent name in the works; ties are broken alphabetically, so that the result is stable. */
const nameInWorks = (works: readonly ListedWork[]): string | null => {
  const times = new Map<string, number>();
  for (const name of works.map(({ listedName }) => shown(listedName)))
    if (name !== null) times.set(name, (times.get(name) ?? 0) + 1);
  const [first] = [...times].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return first?.[0] ?? null;
};

/** A name taken from the works would be evidence of itself. */
const namesByStaff = (state: Person): readonly string[] =>
  state.status !== 'absent' && state.name?.by === 'staff' ? everyText(state.name.value) : [];

/**
 * The person's names by ORCID and staff; null if the job is no longer this worker's: then no personal data was recorded. Name and
 * biography are appended only at a revision that was read before the job was confirmed as held. An erasure ends the job first and
 * deletes the stream last, so the append either precedes the deletion or is rejected. The first event of a new stream contains only
 * the iD.
 */
export const registerPerson = async (
  deps: Deps,
  orcid: string,
  record: PersonRecord | null,
  works: readonly ListedWork[],
  caller: Caller,
  ownership: () => Promise<Ownership>,
): Promise<readonly string[] | null> => {
  const own = record === null ? [] : ownNamesOf(record);
  const others = record === null ? [] : shownOf(record.otherNames.slice(0, TEXT.otherNames));
  const name = own[0] ?? nameInWorks(works) ?? others[0] ?? null;
  const register = { type: 'RegisterPerson', orcid, name: null, saidBy: 'provider' } as const;
  for (;;) {
    if ((await ownership()) !== 'held') return null;
    const begun = await handle(deps, personAggregate, orcid, register, causedBy(deps.ids, caller));
    const loaded = await loadState(deps.events, personAggregate, caller.workspace, orcid);
    const now = await ownership();
    if (now === 'forgotten' && begun.events.length > 0 && begun.revision !== null)
      await takeBackRegistration(deps, orcid, caller, begun.revision);
    if (now !== 'held') return null;
    if (loaded.revision === null) continue;
    try {
      const recorded = record !== null && { allNames: [...own, ...others], biography: shown(record.biography) };
      const complete = { ...register, name, ...recorded };
      const at = { loaded, ifRevision: loaded.revision };
      await handle(deps, personAggregate, orcid, complete, causedBy(deps.ids, caller), at);
      return [...own, ...others, ...namesByStaff(loaded.state)];
    } catch (error) {
      if (!(error instanceof Refused && error.kind === 'stale')) throw error;
    }
  }
};
