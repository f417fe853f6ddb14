/** Who did what to a record, found in its history. */
import type { Change } from '../../client/generated/operations.ts';

const fieldOf = (path: string): string => path.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';

/** The top-level fields that an event changed, each once. */
export const fieldsOf = ({ changes }: Pick<Change, 'changes'>): readonly string[] => [
  ...new Set(changes.map(({ path }) => fieldOf(path))),
];

/** By field: its last edit by a person. `history` is the newest first. */
export const editsByField = (history: readonly Change[]): ReadonlyMap<string, Change> => {
  const found = new Map<string, Change>();
  for (const event of history) {
    if (event.event_type !== 'PublicationEdited') continue;
    for (const field of fieldsOf(event)) if (!found.has(field)) found.set(field, event);
  }
  return found;
};

/** By iD: the event that linked it. */
export const linksByOrcid = (history: readonly Change[]): ReadonlyMap<string, Change> => {
  const found = new Map<string, Change>();
  const listIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
  for (const event of history)
    for (const { path, before, after } of event.changes) {
      if (path !== '/person_orcids') continue;
      for (const orcid of listIn(after))
        if (!listIn(before).includes(orcid) && !found.has(orcid)) found.set(orcid, event);
    }
  return found;
};
