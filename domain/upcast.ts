/**
 * Upcasts recorded events to their newest shapes, so that rules and rows see no others. The log is never rewritten.
 *
 * Prefer a new optional field, which needs nothing here. To change a shape, add its upcaster to `UPCASTERS`:
 *
 *     // Version 2 of the same type.
 *     'CategoryRenamed@1': ({ name, before }) => shape('CategoryRenamed@2', { title: name, before }),
 *     // Another type: the old one leaves the events, and stays here.
 *     'CategoryPainted@1': (data) => shape('CategoryColoured@1', data),
 *
 * While releases run beside each other, the earlier one must be able to read what the later one writes: one release declares the new
 * type with its folds, and the next one decides it and upcasts the old type to it.
 */
import { LaterRelease } from './errors.ts';
import type { DomainEvent, Recorded } from './event.ts';
import type { RecordedEvent } from './events.ts';
import { ownOf } from './own.ts';
import { knownTypes } from './event-types.ts';
import { WORK_UPCASTERS } from './publication/upcasters.ts';

/** A type of event and its schema version: `CategoryRenamed@1`. */
type ShapeName = `${string}@${number}`;

type Shape = Pick<Recorded, 'type' | 'schemaVersion' | 'data'>;

/** From the named shape to the next one, which may have an upcaster of its own. */
export type Upcasters = { readonly [from: ShapeName]: (data: never) => Shape };

const partsOf = (name: ShapeName): Pick<Shape, 'type' | 'schemaVersion'> => {
  const at = name.lastIndexOf('@');
  return { type: name.slice(0, at), schemaVersion: Number(name.slice(at + 1)) };
};

export const shape = (name: ShapeName, data: unknown): Shape => ({ ...partsOf(name), data });

const UPCASTERS: Upcasters = {
  ...WORK_UPCASTERS,
};

/** What one table of upcasters and the types in use make readable. */
export const shapesOf = (upcasters: Upcasters, types: readonly string[]) => {
  /** The newest readable version of each type; of a type that is no longer written, the last one. */
  const newest: Record<string, number> = Object.fromEntries(types.map((type) => [type, 1]));
  for (const name of Object.keys(upcasters) as ShapeName[]) {
    const { type, schemaVersion } = partsOf(name);
    newest[type] = Math.max(newest[type] ?? 0, types.includes(type) ? schemaVersion + 1 : schemaVersion);
  }
  const upcast = <E extends Shape>(event: E): E => {
    const step = ownOf(upcasters, `${event.type}@${event.schemaVersion}`);
    return step === undefined ? event : upcast({ ...event, ...step(event.data as never) });
  };
  return {
    upcast,
    schemaVersionOf: (type: string): number => ownOf(newest, type) ?? 1,
    isOfLaterRelease: ({ type, schemaVersion }: Pick<Shape, 'type' | 'schemaVersion'>): boolean =>
      schemaVersion > (ownOf(newest, type) ?? 0),
  };
};

const SHAPES = shapesOf(UPCASTERS, knownTypes);

/** The version in which this release writes events of this type. */
export const { schemaVersionOf } = SHAPES;

/** Whether only a later release can read the event: its meaning must not be guessed. */
export const { isOfLaterRelease } = SHAPES;

/** The event in its newest shape, which must be one that this release can read. */
export const upcast = (event: Recorded): RecordedEvent => SHAPES.upcast(event) as RecordedEvent;

/** The same for an aggregate whose events are `E`. */
export const upcastAs = <E extends DomainEvent>(event: Recorded): Recorded<E> =>
  upcast(event) as Recorded as Recorded<E>;

/** Throws `LaterRelease` for an event that this release cannot read. */
export const mustBeReadable = (event: Recorded): void => {
  if (isOfLaterRelease(event)) throw new LaterRelease(event);
};
