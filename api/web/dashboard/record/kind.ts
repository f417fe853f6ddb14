/** What the pages of a kind of record declare. */
import type { Transition } from '../../../../domain/publish-status.ts';
import type { Wording } from '../../client/refusal.ts';
import type { Sent } from '../../parts/editing/saving.ts';
import type { Fields, Values } from '../../parts/editing/value.ts';
import type { IconName } from '../../parts/icon.tsx';
import type { RecordField } from './control.ts';

/** Where a record stands; some kinds are only archived or not. */
export type State = 'published' | 'unpublished' | 'archived' | 'active';

/** A record as it was read. */
export type Seen<Item> = {
  readonly item: Item;
  readonly etag: string;
  /** What was saved, and the state it was moved to, until it is read again. */
  readonly foreseen?: Values;
  readonly movedTo?: State;
};

export const seenIn = <Item>({ body, etag }: { readonly body: Item; readonly etag: string | null }): Seen<Item> => ({
  item: body,
  etag: etag ?? '',
});

export type RecordKind<Item> = {
  /** Of drafts, and of its subjects on the timeline. */
  readonly type: 'work' | 'project' | 'entity' | 'category';
  readonly icon: IconName;
  /** The path of its list. */
  readonly path: string;
  /** The title of its list. */
  readonly plural: () => string;
  readonly fields: readonly RecordField[];
  /** The fields of which a new one is made. */
  readonly making: readonly RecordField[];
  /** May have markup. */
  readonly titleOf: (item: Item) => string;
  readonly stateOf: (item: Item) => State;
  /** The state of one that is restored from the archive. */
  readonly restoredTo: State;
  /** The values of its fields. */
  readonly recordOf: (item: Item) => Fields;
  /** Whether the reader may change it. */
  readonly canWrite: () => boolean;
  /** Refusals in words, by the rule that refused. */
  readonly wording: Wording;
  readonly read: (id: string, signal?: AbortSignal, inBackground?: boolean) => Promise<Seen<Item>>;
  readonly save: (id: string, changes: Values, ifMatch: string) => Promise<Sent>;
  readonly move: (id: string, move: Transition, ifMatch: string) => Promise<Sent>;
  /** Resolves to the id of the new one. */
  readonly make: (values: Values) => Promise<string>;
};

/** With what was written, until it is read again. */
export const withChanges = <S extends { readonly etag: string; readonly foreseen?: Values }>(
  shown: S,
  changes: Values,
  sent: Sent | null,
): S => ({ ...shown, foreseen: { ...shown.foreseen, ...changes }, etag: sent?.etag ?? shown.etag });

/** With what is foreseen. */
export const stateOf = <Item>(kind: RecordKind<Item>, { item, movedTo }: Seen<Item>): State =>
  movedTo ?? kind.stateOf(item);
