/** How the shapes of events have changed: upcasting for reading, and downcasting for older releases. */
import { ownOf } from './own.ts';

/** A type of event and its schema version: `CategoryRenamed@1`. */
export type ShapeName = `${string}@${number}`;

export type Shape = { readonly type: string; readonly schemaVersion: number; readonly data: unknown };

/**
 * What the data of one shape says in later shapes: one event, also of another type (a rename); several (a split), in their
 * order; or none, for what no longer means anything. All of them share the id, revision, position and metadata of the
 * recorded event: they happen at once, and expected revisions go by it.
 */
type Upcaster = (data: never) => readonly Shape[];

/** The same fact in an earlier shape, for releases that know only that one. Upcasting it yields the original. */
type Downcaster = (data: never) => Shape;

export type Reshapings = {
  /** From the shape named to later ones. A step may stop at a shape that has its own next step. */
  readonly up: { readonly [from: ShapeName]: Upcaster };
  /** From the shape named to an earlier one. A shape without one is written only when all processes can read it. */
  readonly down: { readonly [from: ShapeName]: Downcaster };
};

export const shape = (name: ShapeName, data: unknown): Shape => {
  const at = name.lastIndexOf('@');
  return { type: name.slice(0, at), schemaVersion: Number(name.slice(at + 1)), data };
};

/** An upcaster from one shape to exactly the named one. */
export const to =
  <Data>(name: ShapeName, reshaped: (data: Data) => unknown) =>
  (data: Data): readonly Shape[] => [shape(name, reshaped(data))];

type Named = Pick<Shape, 'type' | 'schemaVersion'>;

const nameOf = ({ type, schemaVersion }: Named): ShapeName => `${type}@${schemaVersion}`;

/** The newest version of each type that can be read; of those that were renamed or split, the last there was. */
export type Readable = Readonly<Record<string, number>>;

export const canRead = (readable: Readable, { type, schemaVersion }: Named): boolean =>
  Object.hasOwn(readable, type) && schemaVersion <= (readable[type] ?? 0);

/** `types`: those written by this release. */
export const readableOf = ({ up }: Reshapings, types: readonly string[]): Readable => {
  const newest: Record<string, number> = {};
  const raise = (type: string, version: number): void => {
    newest[type] = Math.max(newest[type] ?? 0, version);
  };
  for (const type of types) raise(type, 1);
  for (const name of Object.keys(up) as ShapeName[]) {
    const { type, schemaVersion } = shape(name, null);
    // For a type that is no longer written, the last shape is the last one that leads to another type.
    raise(type, types.includes(type) ? schemaVersion + 1 : schemaVersion);
  }
  return newest;
};

/** The newest shapes of an event, the envelope shared; the event itself where it has the newest shape, or none that is known. */
export const brought = <E extends Shape>(event: E, reshapings: Reshapings): readonly E[] => {
  const step = ownOf(reshapings.up, nameOf(event));
  if (step === undefined) return [event];
  return step(event.data as never).flatMap((next) => brought({ ...event, ...next }, reshapings));
};

/** The newest shape that `readable` accepts; null if there is none. */
export const broughtBack = <E extends Shape>(event: E, { down }: Reshapings, readable: Readable): E | null => {
  let each = event;
  while (!canRead(readable, each)) {
    const step = ownOf(down, nameOf(each));
    if (step === undefined) return null;
    each = { ...each, ...step(each.data as never) };
  }
  return each;
};
