/** The declaration of a kind of record, from which its pages are built. */
import type { Transition } from '../../../../domain/publish-status.ts';
import type { BodyOf } from '../../client/api.ts';
import type { Wording } from '../../client/refusal.ts';
import type { LoadOptions } from '../../client/resource.ts';
import { api, may, type Role } from '../../client/session.ts';
import type { Sent } from '../../parts/editing/saving.ts';
import type { Fields, Values } from '../../parts/editing/value.ts';
import type { IconName } from '../../parts/icon.tsx';
import type { RecordField } from './control.ts';

/** The status of a record; some kinds are only active or archived. */
export type State = 'published' | 'unpublished' | 'archived' | 'active';

export type Seen<Item> = {
  readonly item: Item;
  readonly etag: string;
  /** Saved values and the new status, until the record is loaded again. */
  readonly foreseen?: Values;
  readonly movedTo?: State;
};

export type RecordKind<Item> = {
  /** The name for drafts, and the subject type on the timeline. */
  readonly type: 'project' | 'entity' | 'category';
  readonly icon: IconName;
  /** The path segment of its pages and of the API. */
  readonly resource: 'projects' | 'entities' | 'categories';
  /** The title of its list. */
  readonly plural: () => string;
  readonly fields: readonly RecordField[];
  /** The fields of the form for a new record. */
  readonly making: readonly RecordField[];
  /** The title, which may have markup. */
  readonly titleOf: (item: Item) => string;
  readonly stateOf: (item: Item) => State;
  readonly restoredTo: State;
  /** Conversions from and to the API's fields, where they differ from the form's. */
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

/** The moves of a record, without publishing for kinds that cannot be published. */
export const moveRecord = ({ resource }: Kind, id: string, move: Transition, ifMatch: string): Promise<Sent> =>
  api(`POST /api/${resource}/{id}/${move}` as `POST /api/${typeof resource}/{id}/archive`, { params: { id }, ifMatch });

/** Resolves to the id of the new record. */
export const makeRecord = async ({ resource }: Kind, values: Values): Promise<string> => {
  const body = values as BodyOf<`POST /api/${typeof resource}`>;
  return (await api(`POST /api/${resource}`, { body })).body.id;
};

/** The record with the saved values, until it is loaded again. */
export const withChanges = <Item>(shown: Seen<Item>, changes: Values, sent: Sent | null): Seen<Item> => ({
  ...shown,
  foreseen: { ...shown.foreseen, ...changes },
  etag: sent?.etag ?? shown.etag,
});

export const stateOf = <Item>(kind: RecordKind<Item>, { item, movedTo }: Seen<Item>): State =>
  movedTo ?? kind.stateOf(item);
