/** What the pages of a kind of record declare. */
import type { Transition } from '../../../../domain/publish-status.ts';
import type { BodyOf } from '../../client/api.ts';
import type { Wording } from '../../client/refusal.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { api, may, type Role } from '../../client/session.ts';
import type { Sent } from '../../parts/editing/saving.ts';
import type { Fields, Values } from '../../parts/editing/value.ts';
import type { IconName } from '../../parts/icon.tsx';
import type { RecordField } from './control.ts';

/** Where a record stands; some kinds are only archived or not. */
export type State = 'published' | 'unpublished' | 'archived' | 'active';

export type Seen<Item> = {
  readonly item: Item;
  readonly etag: string;
  /** What was saved, and the state it was moved to, until it is read again. */
  readonly foreseen?: Values;
  readonly movedTo?: State;
};

export type RecordKind<Item> = {
  /** Of drafts, and of its subjects on the timeline. */
  readonly type: 'work' | 'project' | 'entity' | 'category';
  readonly icon: IconName;
  /** In the addresses of its pages, as in those of the interface. */
  readonly resource: 'works' | 'projects' | 'entities' | 'categories';
  /** The title of its list. */
  readonly plural: () => string;
  readonly fields: readonly RecordField[];
  /** The fields of which a new one is made. */
  readonly making: readonly RecordField[];
  /** May have markup. */
  readonly titleOf: (item: Item) => string;
  readonly stateOf: (item: Item) => State;
  readonly restoredTo: State;
  /** The values of its fields, and what is sent of changed ones, where the interface has other fields. */
  readonly recordOf?: (item: Item) => Fields;
  readonly bodyOf?: (changes: Values) => Fields;
  /** Who may change it. Default: every member. */
  readonly needs?: Role;
  readonly wording: Wording;
};

type Kind = RecordKind<never>;

export const pathOf = ({ resource }: Kind, id: string): string => `/${resource}/${encodeURIComponent(id)}`;

export const canWrite = ({ needs }: Kind): boolean => needs === undefined || may(needs);

export const readRecord = async <Item>({ resource }: RecordKind<Item>, id: string, asking?: LoadOptions) => {
  const { body, etag } = await api(`GET /api/${resource}/{id}`, { params: { id }, ...asking });
  return { item: body as Item, etag: etag ?? '' };
};

export const saveRecord = (
  { resource, bodyOf = (values) => values }: Kind,
  id: string,
  changes: Values,
  ask: { readonly ifMatch: string; readonly cause: string },
): Promise<Sent> => {
  const body = bodyOf(changes) as BodyOf<`PATCH /api/${typeof resource}/{id}`>;
  return api(`PATCH /api/${resource}/{id}`, { params: { id }, body, ...ask });
};

/** Records that cannot be published are offered no such move. */
export const moveRecord = ({ resource }: Kind, id: string, move: Transition, ifMatch: string): Promise<Sent> =>
  api(`POST /api/${resource}/{id}/${move}` as `POST /api/${typeof resource}/{id}/archive`, { params: { id }, ifMatch });

/** Resolves to the id of the new one. */
export const makeRecord = async ({ resource }: Kind, values: Values): Promise<string> => {
  const body = values as BodyOf<`POST /api/${typeof resource}`>;
  return (await api(`POST /api/${resource}`, { body })).body.id;
};

/** With what was written, until it is read again. */
export const withChanges = <Item>(shown: Seen<Item>, changes: Values, sent: Sent | null): Seen<Item> => ({
  ...shown,
  foreseen: { ...shown.foreseen, ...changes },
  etag: sent?.etag ?? shown.etag,
});

export const stateOf = <Item>(kind: RecordKind<Item>, { item, movedTo }: Seen<Item>): State =>
  movedTo ?? kind.stateOf(item);
