/** Given these events, when this command, then those events: rules tested as sentences. */
import assert from 'node:assert/strict';
import { fold, type Decider } from '../../domain/decider.ts';
import { Refused, type RefusalKind } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/event.ts';

type Outcome<E> = {
  then(...expected: readonly E[]): void;
  thenNothing(): void;
  thenRefused(kind: RefusalKind, code: string): void;
};

export const given = <State, Command, E extends DomainEvent>(
  decider: Decider<State, Command, E>,
  ...events: readonly E[]
): { when(command: Command): Outcome<E> } => ({
  when: (command) => {
    const decide = (): readonly E[] => decider.decide(command, fold<State, E>(decider, events));
    return {
      then: (...expected) => assert.deepEqual(decide(), expected),
      thenNothing: () => assert.deepEqual(decide(), []),
      thenRefused: (kind, code) => {
        try {
          assert.fail(`was not refused, but decided ${JSON.stringify(decide())}`);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          assert.deepEqual({ kind: error.kind, code: error.code }, { kind, code });
        }
      },
    };
  },
});
