/**
 * Upcasts recorded events to the newest shapes, so rules and rows see no others.
 *
 * To change a shape, add a line to `UP` and one to `DOWN`; the log is never rewritten, and a shape keeps its name for good:
 *
 *     // Version 2 of the same type.
 *     UP:   'CategoryRenamed@1': ({ name }) => [shape('CategoryRenamed@2', { name: { en: name } })],
 *     DOWN: 'CategoryRenamed@2': ({ name }) => shape('CategoryRenamed@1', { name: name.en }),
 *     // Another name: the type leaves the events, and stays here.
 *     UP:   'CategoryRenamed@1': (data) => [shape('CategoryNamed@1', data)],
 *     // Two facts in one.
 *     UP:   'ProjectRevised@1': ({ title, url }) => [shape('ProjectTitled@1', { title }), shape('ProjectMoved@1', { url })],
 *     // A fact that no longer matters.
 *     UP:   'WorkspaceRenamed@1': () => [],
 */
import type { DomainEvent, Recorded } from './event.ts';
import type { RecordedEvent } from './events.ts';
import { ownOf } from './own.ts';
import { brought, canRead, readableOf, type Reshapings, type Shape } from './reshaping.ts';
import { inertEvent } from './text/inert-event.ts';
import { knownTypes } from './event-types.ts';

const UP: Reshapings['up'] = {};
const DOWN: Reshapings['down'] = {};

export const RESHAPINGS: Reshapings = { up: UP, down: DOWN };

/** The shapes that this release can read. */
export const READABLE = readableOf(RESHAPINGS, knownTypes);

/** The version in which this release writes events of this type. */
export const schemaVersionOf = (type: string): number => ownOf(READABLE, type) ?? 1;

/**
 * The event in its newest shapes: one, several or none (see `reshaping.ts`), all at its place in the log. One of a shape that
 * this program does not know comes back as it is: folds pass over what they do not know. Texts are harmless (`text/inert.ts`),
 * whatever an older release took in.
 */
export const upcast = (event: Recorded, reshapings: Reshapings = RESHAPINGS): readonly RecordedEvent[] =>
  brought(event, reshapings).map(inertEvent) as readonly RecordedEvent[];

/** The same for an aggregate whose events are `E`. */
export const upcastAs = <E extends DomainEvent>(event: Recorded): readonly Recorded<E>[] =>
  upcast(event) as readonly Recorded[] as readonly Recorded<E>[];

type Written = Pick<Shape, 'type' | 'schemaVersion'>;

/** Whether only a later release can read the event: its meaning must not be guessed. */
export const isOfLaterRelease = (event: Written): boolean => !canRead(READABLE, event);

export class LaterRelease extends Error {
  override readonly name = 'LaterRelease';

  constructor({ type, schemaVersion }: Written) {
    super(
      Object.hasOwn(READABLE, type)
        ? `version ${schemaVersion} of ${type} is of a later release; this one reads versions up to ${READABLE[type]}`
        : `${type} is of a later release`,
    );
  }
}
