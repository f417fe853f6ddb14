/** Brings recorded events to the newest shape of their type, so that rules and rows see no other. */
import type { Recorded } from './event.ts';
import { isKnownType } from './event-types.ts';
import type { RecordedEvent } from './events.ts';

/** The data of version n + 1 from the data of version n. */
export type Upcaster = (data: unknown) => unknown;

/** By event type: the upcasters from version 1, 2, … on. A type that is not named has had one shape so far. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

const UPCASTERS: Upcasters = {};

const upcastersOf = (type: string, all: Upcasters): readonly Upcaster[] =>
  (Object.hasOwn(all, type) ? all[type] : undefined) ?? [];

/** The version in which events of this type are written now. */
export const schemaVersionOf = (type: string, all: Upcasters = UPCASTERS): number => upcastersOf(type, all).length + 1;

/**
 * The event in its newest shape. One of a version that is newer than this program, or of a type that it does not know,
 * comes back as it is: folds pass over what they do not know.
 */
export const upcast = (event: Recorded, all: Upcasters = UPCASTERS): RecordedEvent => {
  const due = upcastersOf(event.type, all).slice(event.schemaVersion - 1);
  const newest =
    due.length === 0
      ? event
      : {
          ...event,
          schemaVersion: event.schemaVersion + due.length,
          data: due.reduce((data, next) => next(data), event.data),
        };
  return newest as RecordedEvent;
};

type Written = Pick<Recorded, 'type' | 'schemaVersion'>;

/** Whether only a later release can read it: what it says must not be guessed. */
export const isOfLaterRelease = (event: Written): boolean =>
  !isKnownType(event.type) || event.schemaVersion > schemaVersionOf(event.type);

/** An event that only a later release can read. */
export class LaterRelease extends Error {
  override readonly name = 'LaterRelease';

  constructor({ type, schemaVersion }: Written) {
    super(
      isKnownType(type)
        ? `version ${schemaVersion} of ${type} is of a later release; this one reads versions up to ${schemaVersionOf(type)}`
        : `${type} is of a later release`,
    );
  }
}
