/** Saves a person: profile, details and affiliation are written one after the other, with one correlation id. */
import type { BodyOf } from '../../client/api.ts';
import type { Person } from '../../client/generated/operations.ts';
import { refusal, reworded } from '../../client/refusal.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { api } from '../../client/session.ts';
import { orOvertaken, sendWithRetry } from '../../parts/editing/overtaken.ts';
import type { Sent } from '../../parts/editing/saving.ts';
import type { Fields, Values } from '../../parts/editing/value.ts';
import type { Seen } from '../record/kind.ts';
import { affiliatedNow, affiliationWrite, type Affiliated } from './affiliation.tsx';
import { words as t } from './generated/words.ts';

export type SeenPerson = Seen<Person>;

export const readPerson = async (orcid: string, asking?: LoadOptions): Promise<SeenPerson> => {
  const { body, etag } = await api('GET /api/people/{orcid}', { params: { orcid }, ...asking });
  return { item: body, etag: etag ?? '' };
};

export const recordOf = ({ item, foreseen }: SeenPerson): Fields => ({
  ...item,
  // Their order has no meaning.
  category_ids: [...item.category_ids].sort(),
  affiliation: affiliatedNow(item.affiliation),
  ...foreseen,
});

const within = (changes: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => names.includes(name)));

/** The writes that save the changes. A profile always includes the name. */
const writesOf = ({ orcid, name, affiliation: present }: Person, changes: Values) => {
  const profile = within(changes, ['name', 'biography', 'category_ids']);
  const details = within(changes, ['photo_url', 'people_type']);
  const affiliation = changes['affiliation'] as Affiliated | null | undefined;
  const params = { orcid };
  type Write = (ask: { readonly ifMatch: string; readonly cause: string }) => Promise<Pick<Sent, 'etag'>>;
  const writes: (readonly [part: Values, write: Write])[] = [];
  if (Object.keys(profile).length > 0) {
    if (name === null && profile['name'] === undefined) throw refusal('name', t('name_first'));
    const body = { name, ...profile } as BodyOf<'PATCH /api/people/{orcid}'>;
    writes.push([profile, (ask) => api('PATCH /api/people/{orcid}', { params, body, ...ask })]);
  }
  if (Object.keys(details).length > 0)
    writes.push([details, (ask) => api('PATCH /api/people/{orcid}/details', { params, body: details, ...ask })]);
  if (affiliation != null) {
    const sent = affiliationWrite(present, affiliation);
    writes.push([{ affiliation }, (ask) => api('PATCH /api/people/{orcid}/affiliation', { params, ...sent, ...ask })]);
  }
  return writes;
};

const inWords = reworded({ not_a_picture: () => t('not_a_picture') });

export const send = async (
  { item: person, etag }: SeenPerson,
  changes: Values,
  cause: string,
  saved: (part: Values, sent: Sent) => void,
): Promise<Sent | null> => {
  const writes = writesOf(person, changes);
  let ifMatch = etag;
  const readAgain = (): Promise<SeenPerson> => readPerson(person.orcid);
  for (const [part, write] of writes) {
    const sent = await orOvertaken(() => write({ ifMatch, cause }), readAgain).catch((error: unknown) => {
      throw inWords(error);
    });
    ifMatch = sent.etag ?? ifMatch;
    saved(part, { cause, etag: ifMatch });
  }
  return writes.length === 0 ? null : { cause, etag: ifMatch };
};

/** Archives or restores; null if someone else did so already. */
export const movePerson = (seen: SeenPerson): Promise<Sent | null> => {
  const { orcid, archived } = seen.item;
  const verb = archived ? 'unarchive' : 'archive';
  return sendWithRetry(
    seen,
    (ifMatch) => api(`POST /api/people/{orcid}/${verb}`, { params: { orcid }, ifMatch }),
    () => readPerson(orcid),
    (now) => now.item.archived === archived,
  );
};
