/** The history of one aggregate, made by commands and undos: each change has a cause, as for requests and jobs. */
import { fold } from '../../domain/decider.ts';
import { Refused } from '../../domain/errors.ts';
import type { Actor, DomainEvent, Recorded } from '../../domain/event.ts';
import type { Role } from '../../domain/member/events.ts';
import type { Undoable } from '../../domain/undo/inverse.ts';
import { openUndo, type Plan } from '../../domain/undo/plan.ts';
import type { FieldsAsked } from '../../domain/undo/selected.ts';

const STAFF: Actor = { type: 'user', id: 'staff' };

export type UndoOptions = { readonly fields?: FieldsAsked; readonly role?: Role; readonly isOfCause?: boolean };

export class History<State, Command extends { readonly type: string }, E extends DomainEvent> {
  readonly events: Recorded<E>[] = [];
  readonly #undoable: Undoable<State, Command, E>;
  #causes = 0;

  constructor(undoable: Undoable<State, Command, E>) {
    this.#undoable = undoable;
  }

  get state(): State {
    return fold<State, E>(this.#undoable.decider, this.events);
  }

  #append(events: readonly E[], cause: string, actor: Actor): void {
    for (const event of events) {
      const revision = this.events.length;
      const metadata = { workspace: 'org', actor, correlationId: cause, causationId: cause, at: 1_000 + this.#causes };
      this.events.push({
        ...event,
        id: `event-${revision}`,
        schemaVersion: 1,
        metadata,
        stream: 'thing-org~1',
        revision,
        position: revision,
      });
    }
  }

  /** Returns its cause. A refused command changes nothing. */
  do(command: Command, { cause = `cause-${this.#causes++}`, actor = STAFF } = {}): string {
    try {
      this.#append(this.#undoable.decider.decide(command, this.state), cause, actor);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    return cause;
  }

  /** Events from elsewhere or earlier. */
  given(...events: readonly E[]): string {
    const cause = `cause-${this.#causes++}`;
    this.#append(events, cause, STAFF);
    return cause;
  }

  plan(
    isChosen: (event: Recorded<E>) => boolean,
    { fields, role = 'superadmin', isOfCause = false }: UndoOptions = {},
  ): Plan<E> {
    const undo = openUndo(this.#undoable, (command) => command, {
      ...{ isChosen, by: { role, at: 5_000 }, fields, isOfCause },
    });
    for (const event of this.events) undo.add(event);
    return undo.plan();
  }

  /** Undoes a cause, or the latest event of a type. */
  undo(what: { readonly cause: string } | { readonly type: E['type'] }, options?: UndoOptions): Undid<E> {
    const latest = 'type' in what ? this.events.findLast(({ type }) => type === what.type)?.id : undefined;
    const plan = this.plan(
      ({ id, metadata }) => ('cause' in what ? metadata.correlationId === what.cause : id === latest),
      options,
    );
    const cause = `cause-${this.#causes++}`;
    this.#append(plan.decided, cause, STAFF);
    return { ...plan, cause };
  }
}

export type Undid<E extends DomainEvent> = Plan<E> & { readonly cause: string };
