/** Maps the identity from a sign-in path to a user: bound once, by an address that the provider vouches for. */
import { plainText } from '../text/index.ts';
import { hashOf } from './secret.ts';
import { emailKey, isEmail, userKey, userOf, type Directory, type Invited, type User } from './users.ts';

/** What a sign-in path reports about a user. Issuer and subject together identify them. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Only an address verified by the provider can accept an invitation. */
  readonly emailVerified: boolean;
  readonly name: string | null;
};

type Bound = { readonly userId: string };

const identityKey = ({ issuer, subject }: Identity): string =>
  `user-identity/${hashOf(JSON.stringify([issuer, subject]))}`;

/** The address that the provider vouches for; any other is ignored. */
const addressOf = ({ email, emailVerified }: Identity): string | null => {
  const address = email?.trim().toLowerCase() ?? '';
  return emailVerified && isEmail(address) ? address : null;
};

/**
 * The user with the identity's address: `userId` if there was none, so that someone who signs in before being invited is the one
 * invited later. Null if there is no such address, or another identity of the same issuer has taken it.
 */
const claimAddress = async ({ state }: Directory, identity: Identity, userId: string): Promise<string | null> => {
  const { issuer } = identity;
  const own = identityKey(identity);
  const email = addressOf(identity);
  if (email === null) return null;
  const key = emailKey(email);
  for (;;) {
    const record = await state.get(key);
    const { takenBy, ...leadsTo } = (record?.value ?? { userId, takenBy: {} }) as Invited;
    const taker = new Map(Object.entries(takenBy)).get(issuer);
    if (taker !== undefined) return taker === own ? leadsTo.userId : null;
    const taken: Invited = { ...leadsTo, takenBy: { ...takenBy, [issuer]: own } };
    if ((await state.put(key, taken, { ifVersion: record?.version ?? 'absent' })) !== null) return leadsTo.userId;
  }
};

/**
 * The user behind an identity: the one it was bound to, else the one whose invitation it accepts, else a new one. A user bound
 * without an address that the provider vouches for is not an invitee or a member yet, but may become one.
 */
export const userByIdentity = async (directory: Directory, said: Identity): Promise<User> => {
  const identity: Identity = { ...said, name: plainText(said.name ?? '') || null };
  const { state, ids } = directory;
  const key = identityKey(identity);
  for (;;) {
    const binding = await state.get(key);
    const boundTo = (binding?.value as Bound | undefined)?.userId ?? null;
    const bound = boundTo === null ? null : await userOf(directory, boundTo);
    if (bound !== null && (bound.email !== null || addressOf(identity) === null)) return bound;

    const own: User = bound ?? { id: boundTo ?? ids.next(), email: null, name: identity.name };
    // The user is written first: an address must never lead to a missing user.
    if (bound === null) await state.put(userKey(own.id), own);
    const id = await claimAddress(directory, identity, own.id);
    if (bound !== null && id === null) return bound;

    const before = id === null || id === own.id ? own : await userOf(directory, id);
    const user: User = {
      id: id ?? own.id,
      email: before?.email ?? (id === null ? null : addressOf(identity)),
      name: identity.name ?? before?.name ?? null,
    };
    await state.put(userKey(user.id), user);
    const next: Bound = { userId: user.id };
    // If another request signs in with the same identity concurrently, its binding counts.
    const isBound = (await state.put(key, next, { ifVersion: binding?.version ?? 'absent' })) !== null;
    // Neither identity nor address is known: no such user.
    if (isBound ? user.id !== own.id : boundTo === null && id !== own.id) await state.remove(userKey(own.id));
    if (isBound) return user;
  }
};
