/** One action on many publications: what is chosen, what came of looking at it, and carrying it out as it was looked at. */
import type { Ask, BodyOf } from '../../../client/api.ts';
import type { PublicationBatch } from '../../../client/generated/operations.ts';
import type { LoadOptions } from '../../../client/resource.ts';
import { api } from '../../../client/session.ts';
import type { PublicationsView } from '../view.ts';

type Batches = 'POST /api/publications/batches';
type Body = BodyOf<Batches>;
export type Action = Body['action'];
export const ACTIONS = ['hide', 'show', 'keep_visible', 'delete', 'restore'] as const satisfies readonly Action[];
type Having<Name extends string> = Extract<Body, Readonly<Record<Name, unknown>>>;
type Filter = Having<'filter'>['filter'];

/** Listed publications, or all that match. */
export type Chosen = Pick<Having<'ids'>, 'ids'> | Pick<Having<'filter'>, 'filter'>;

/** What the list shows, whatever its page and order. */
export const filterOf = (view: PublicationsView): Filter => {
  const { page: _page, per_page: _size, sort: _sort, dir: _dir, ...filters } = view;
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null));
};

type Answer = Awaited<ReturnType<typeof ask>>;
export type Looked = Exclude<Answer, PublicationBatch> & { readonly token: string };
export type Outcome = Looked['results'][number];

const ask = async (asking: Ask<Batches>) => (await api('POST /api/publications/batches', asking)).body;

const PER_PAGE = 50;

/** `token`: of an earlier look, of which another page is wanted. Nothing changes. */
export const lookAt = async (
  action: Action,
  chosen: Chosen | { readonly token: string },
  { page, ...asking }: LoadOptions & { readonly page: number },
): Promise<Looked> => {
  const query = { page, per_page: PER_PAGE };
  const answer = await ask({ query, body: { action, ...chosen, dry_run: true }, ...asking });
  if (!('results' in answer) || answer.token === undefined) throw new Error('a dry run was answered with a job');
  return { ...answer, token: answer.token };
};

/** A `PublicationBatch` if it is so many that they take a while. Sending it again does nothing more. */
export const carryOut = (action: Action, { token }: Looked): Promise<Answer> => ask({ body: { action, token } });
