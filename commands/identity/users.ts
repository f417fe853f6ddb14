/** The user directory, which maps opaque user ids to people. It is in the state store, so no event contains an email address. */
import { TEXT } from '../../domain/limits.ts';
import { Refused } from '../../domain/errors.ts';
import { everyRecord } from '../every-record.ts';
import type { Ids, StateStore } from '../ports.ts';
import { hashOf } from './secret.ts';

export type User = { readonly id: string; readonly email: string | null; readonly name: string | null };

export type Directory = { readonly state: StateStore; readonly ids: Ids };

/** `takenBy`: for each issuer, the key of the identity that accepted the invitation. */
export type Invited = { readonly userId: string; readonly takenBy: Readonly<Record<string, string>> };

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;

export const isEmail = (text: string): boolean => text.length <= TEXT.emailCharacters && EMAIL.test(text);

/** Trimmed and in lower case. Throws `Refused('invalid')`. */
export const parseEmail = (text: string): string => {
  const email = text.trim().toLowerCase();
  if (!isEmail(email))
    throw new Refused('invalid', 'invalid_email', 'not an email address', {
      field: 'email',
      accepted: 'an address such as jo@example.org',
    });
  return email;
};

export const userKey = (id: string): string => `user/${id}`;
export const emailKey = (email: string): string => `user-email/${hashOf(email)}`;

export const userOf = async ({ state }: Pick<Directory, 'state'>, id: string): Promise<User | null> =>
  ((await state.get(userKey(id)))?.value as User | undefined) ?? null;

/** Whether a sign-in path has vouched for the address, so that its user signs in there. */
export const hasIdentity = async ({ state }: Pick<Directory, 'state'>, email: string): Promise<boolean> => {
  const invited = (await state.get(emailKey(email)))?.value as Invited | undefined;
  return Object.keys(invited?.takenBy ?? {}).length > 0;
};

/** The users with these ids, as far as they are known. */
export const usersOf = async (
  directory: Pick<Directory, 'state'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, User>> => {
  const users = await Promise.all([...new Set(ids)].map((id) => userOf(directory, id)));
  return new Map(users.flatMap((user) => (user === null ? [] : [[user.id, user]])));
};

/** All users, by ascending id. */
export const allUsers = async function* ({ state }: Pick<Directory, 'state'>): AsyncIterable<User> {
  for await (const { value } of everyRecord(state, 'user/')) yield value as User;
};

/** The user that an address was invited or signed in as before, created if missing. Concurrent callers get the same one. */
export const userByEmail = async ({ state, ids }: Directory, address: string): Promise<User> => {
  const email = parseEmail(address);
  const user: User = { id: ids.next(), email, name: null };
  // The user is written first: an address must never lead to a missing user.
  const known = await state.get(emailKey(email));
  if (known === null) {
    await state.put(userKey(user.id), user);
    const invited: Invited = { userId: user.id, takenBy: {} };
    if ((await state.put(emailKey(email), invited, { ifVersion: 'absent' })) !== null) return user;
    await state.remove(userKey(user.id));
  }
  const taken = known ?? (await state.get(emailKey(email)));
  if (taken === null) return userByEmail({ state, ids }, address);
  const { userId } = taken.value as Invited;
  return (await userOf({ state }, userId)) ?? { ...user, id: userId };
};
