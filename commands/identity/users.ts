/** The user directory: who an opaque user id is, in the state store, so that no event holds an email address. */
import { Refused } from '../../domain/errors.ts';
import type { Ids, StateStore } from '../ports.ts';
import { hashOf } from './secret.ts';

export type User = { readonly id: string; readonly email: string | null; readonly name: string | null };

/** Who a sign-in path says that somebody is. An identity is its issuer and subject together. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Only an address that the provider has verified binds an invitation. */
  readonly emailVerified: boolean;
  readonly name: string | null;
};

export type Directory = { readonly state: StateStore; readonly ids: Ids };

type Bound = { readonly userId: string };
/** `takenBy`: the key of the identity of each issuer that has taken the invitation. */
type Invited = Bound & { readonly takenBy: Readonly<Record<string, string>> };

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;
const MOST_EMAIL_CHARACTERS = 254;

/** Trimmed and in lower case. Throws `Refused('invalid')`. */
export const parseEmail = (text: string): string => {
  const email = text.trim().toLowerCase();
  if (email.length > MOST_EMAIL_CHARACTERS || !EMAIL.test(email))
    throw new Refused('invalid', 'invalid_email', 'not an email address', {
      field: 'email',
      accepted: 'an address such as jo@example.org',
    });
  return email;
};

const userKey = (id: string): string => `user/${id}`;
const emailKey = (email: string): string => `user-email/${hashOf(email)}`;
const identityKey = ({ issuer, subject }: Identity): string =>
  `user-identity/${hashOf(JSON.stringify([issuer, subject]))}`;

export const userOf = async ({ state }: Pick<Directory, 'state'>, id: string): Promise<User | null> =>
  ((await state.get(userKey(id)))?.value as User | undefined) ?? null;

/** Those of the ids that are known. */
export const usersOf = async (
  directory: Pick<Directory, 'state'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, User>> => {
  const users = await Promise.all([...new Set(ids)].map((id) => userOf(directory, id)));
  return new Map(users.flatMap((user) => (user === null ? [] : [[user.id, user]])));
};

/** Everybody, by ascending id. */
export const allUsers = async function* ({ state }: Pick<Directory, 'state'>): AsyncIterable<User> {
  for (let after = ''; ;) {
    const page = await state.list('user/', after === '' ? {} : { after });
    for (const { value } of page) yield value as User;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
};

/** The user that an address was invited or signed in as before; made if there is none. The same one to concurrent callers. */
export const userByEmail = async ({ state, ids }: Directory, address: string): Promise<User> => {
  const email = parseEmail(address);
  const user: User = { id: ids.next(), email, name: null };
  // The user first: an address must never lead to nobody.
  const known = await state.get(emailKey(email));
  if (known === null) {
    await state.put(userKey(user.id), user);
    const invited: Invited = { userId: user.id, takenBy: {} };
    if ((await state.put(emailKey(email), invited, { ifVersion: 'absent' })) !== null) return user;
    await state.remove(userKey(user.id));
  }
  const { userId } = (known ?? (await state.get(emailKey(email))))?.value as Invited;
  return (await userOf({ state }, userId)) ?? { ...user, id: userId };
};

/** The address that the provider vouches for; what somebody merely says is theirs gives them nothing. */
const addressOf = ({ email, emailVerified }: Identity): string | null =>
  email === null || !emailVerified ? null : parseEmail(email);

/** The invitation for a verified address, if no other identity of the same issuer has taken it. */
const invitationFor = async ({ state }: Directory, identity: Identity): Promise<string | null> => {
  const { issuer } = identity;
  const email = addressOf(identity);
  if (email === null) return null;
  const key = emailKey(email);
  for (;;) {
    const record = await state.get(key);
    if (record === null) return null;
    const { userId, takenBy } = record.value as Invited;
    const taker = new Map(Object.entries(takenBy)).get(issuer);
    if (taker !== undefined) return taker === identityKey(identity) ? userId : null;
    const taken: Invited = { userId, takenBy: { ...takenBy, [issuer]: identityKey(identity) } };
    if ((await state.put(key, taken, { ifVersion: record.version })) !== null) return userId;
  }
};

/** So that who signs in before they are invited is the one who is invited. */
const takeAddress = async ({ state }: Directory, identity: Identity, userId: string): Promise<void> => {
  const email = addressOf(identity);
  if (email === null) return;
  const taken: Invited = { userId, takenBy: { [identity.issuer]: identityKey(identity) } };
  await state.put(emailKey(email), taken, { ifVersion: 'absent' });
};

/** The user behind an identity: the one it was bound to, else the one whose invitation it takes, else a new one. */
export const userByIdentity = async (directory: Directory, identity: Identity): Promise<User> => {
  const { state, ids } = directory;
  const key = identityKey(identity);
  const bound = await state.get(key);
  if (bound !== null) {
    const { userId } = bound.value as Bound;
    return (await userOf(directory, userId)) ?? { id: userId, email: null, name: null };
  }
  const invited = await invitationFor(directory, identity);
  const id = invited ?? ids.next();
  const before = await userOf(directory, id);
  const user: User = { id, email: before?.email ?? addressOf(identity), name: identity.name ?? before?.name ?? null };
  await state.put(userKey(id), user);
  const binding: Bound = { userId: id };
  // Somebody may have signed in with the same identity at the same moment: then theirs is the binding.
  if ((await state.put(key, binding, { ifVersion: 'absent' })) === null) return userByIdentity(directory, identity);
  if (invited === null) await takeAddress(directory, identity, id);
  return user;
};
