/** Who is signed in, in which workspace, and what they may do there. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { isAtLeast } from '../../../domain/member/events.ts';
import { openApi, openDownload, type AnswerTo } from './api.ts';
import { failureFrom, type Failure } from './failure.ts';
import { dropAllDrafts } from './drafts.ts';
import type { AnswerCache } from './resource.ts';
import { notePending } from './pending.ts';
import { address, matched } from './router.ts';
import { keepValue, keptValue } from './storage.ts';

type Found = AnswerTo<'GET /debug-auth'>;
export type Role = Found['memberships'][number]['role'];
export type Me = Omit<Found, 'identity'> & NonNullable<Found['identity']>;

export type Session =
  | { readonly state: 'unknown' | 'signed_out' }
  /** Signed in, but not a member of any workspace. */
  | { readonly state: 'no_workspace' }
  | { readonly state: 'unreachable'; readonly failure: Failure }
  | { readonly state: 'signed_in'; readonly me: Me };

const current = signal<Session>({ state: 'unknown' });
export const session: ReadonlySignal<Session> = current;

/** The session ended while a page was open: typed input stays in place, behind a dialog. */
export const isSessionLost = signal(false);

/** Cached answers for going back; they belong to one user. */
export const answerCache: AnswerCache = new Map();

/** The workspace in the address; null on a page outside any workspace. */
export const workspace = computed<string | null>(() => {
  const [top] = /^\/w\/[^/]+/u.exec(address.value.pathname) ?? [];
  return top === undefined ? null : (matched('/w/:workspace', top)?.['workspace'] ?? null);
});

const options: Parameters<typeof openApi>[0] = {
  fetch: (input, init) => fetch(input, init),
  workspace: () => workspace.value,
  signedOut: () => {
    if (current.value.state === 'signed_in') isSessionLost.value = true;
  },
  pending: notePending,
};

export const api = openApi(options);
export const download = openDownload(options);

export const me = computed<Me | null>(() => (current.value.state === 'signed_in' ? current.value.me : null));

/** Names by id of listed workspaces: superadmins may enter workspaces other than their own. */
const listed = signal<ReadonlyMap<string, string>>(new Map());

export const noteWorkspaces = (workspaces: readonly { readonly id: string; readonly name: string }[]): void => {
  listed.value = new Map([...listed.peek(), ...workspaces.map(({ id, name }) => [id, name] as const)]);
};

export const workspaceName = (id: string): string =>
  listed.value.get(id) ??
  me.value?.memberships.find((membership) => membership.workspace_id === id)?.workspace_name ??
  id;

/** In the workspace of the address; null if the reader does not belong to it. */
export const role = computed<Role | null>(() => {
  if (me.value === null) return null;
  if (me.value.superadmin) return 'superadmin';
  return me.value.memberships.find((membership) => membership.workspace_id === workspace.value)?.role ?? null;
});

/** Whether the reader has this role or a higher one: pages offer nothing that the server would refuse. */
export const may = (needed: Role): boolean => role.value !== null && isAtLeast(role.value, needed);

const sessionOf = ({ identity, ...found }: Found): Session => {
  if (identity === null) return { state: 'signed_out' };
  return found.memberships.length === 0
    ? { state: 'no_workspace' }
    : { state: 'signed_in', me: { ...identity, ...found } };
};

/** Asks the server who is signed in. Drops cached answers if the user has changed. */
export const loadSession = async (): Promise<void> => {
  const before = me.value?.user_id;
  try {
    // Unlike `/me`, it also answers users who are signed out or belong to no workspace.
    const { body } = await api('GET /debug-auth');
    const found = sessionOf(body);
    if (before !== undefined && found.state === 'signed_out') return;
    if (before !== undefined && before !== body.identity?.user_id) {
      answerCache.clear();
      listed.value = new Map();
    }
    current.value = found;
    isSessionLost.value = false;
  } catch (error) {
    if (before === undefined) current.value = { state: 'unreachable', failure: failureFrom(error) };
  }
};

export const signOut = async (): Promise<void> => {
  const { body } = await api('POST /auth/logout');
  dropAllDrafts();
  keepValue('returnTo', null);
  answerCache.clear();
  location.assign(body.sign_out_url ?? '/');
};

const PLACE_VALID_MS = 60 * 60_000;

/** A sign-in link opens a new tab, which returns to this place: a path on the dashboard. */
export const rememberPlace = (place: string): void => {
  if (place !== '/') keepValue('returnTo', { to: place, at: Date.now() });
};

export const takeRememberedPlace = (): string | null => {
  const before = keptValue<{ readonly to: string; readonly at: number }>('returnTo');
  keepValue('returnTo', null);
  return before !== null && Date.now() - before.at < PLACE_VALID_MS ? before.to : null;
};

/** The start page of the last workspace visited, or of the first. */
export const homeOf = ({ memberships }: Me): string => {
  const last = keptValue<string>('workspace');
  const known = memberships.map((membership) => membership.workspace_id);
  return `/w/${last !== null && known.includes(last) ? last : (known[0] ?? '')}`;
};
