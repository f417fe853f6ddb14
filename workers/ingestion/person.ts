/** The person of an iD: registered when first ingested, named by their record, else as the works name them. */
import { follow, type Caller } from '../../commands/caller.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import { personAggregate } from '../../commands/person.ts';
import type { ListedWork, PersonRecord } from './ports.ts';

/** Credit name, else given and family name; null if the record has neither. */
export const nameOf = (record: PersonRecord | null): string | null => {
  const whole = [record?.givenName, record?.familyName].filter((part) => part != null).join(' ');
  return record?.creditName ?? (whole === '' ? null : whole);
};

/** The name under which the works list the iD most often; of equals the first by alphabet, so that it does not change by itself. */
const nameInWorks = (works: readonly ListedWork[]): string | null => {
  const times = new Map<string, number>();
  for (const { listedName } of works) if (listedName !== null) times.set(listedName, (times.get(listedName) ?? 0) + 1);
  const [first] = [...times].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return first?.[0] ?? null;
};

export const registerPerson = async (
  deps: Deps,
  orcid: string,
  record: PersonRecord | null,
  works: readonly ListedWork[],
  caller: Caller,
): Promise<void> => {
  const name = nameOf(record) ?? nameInWorks(works);
  const biography = record?.biography ?? null;
  await handle(
    deps,
    personAggregate,
    orcid,
    { type: 'RegisterPerson', orcid, name, biography, saidBy: 'provider' },
    follow(deps.ids, caller),
  );
};
