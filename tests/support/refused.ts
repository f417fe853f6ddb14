/** Assertions of refusals: that there is one, and nothing else. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Refused, type RefusalKind } from '../../domain/errors.ts';

const check = (error: unknown, kind: RefusalKind, code: string): void => {
  if (!(error instanceof Refused)) throw error;
  assert.deepEqual({ kind: error.kind, code: error.code }, { kind, code });
};

export const refusedWith = (kind: RefusalKind, code: string, act: () => unknown): void => {
  let outcome: unknown;
  try {
    outcome = act();
  } catch (error) {
    return check(error, kind, code);
  }
  assert.fail(`was not refused, but gave ${JSON.stringify(outcome)}`);
};

/** For asynchronous work. Returns the refusal, to check its details. */
export const rejectedWith = async (kind: RefusalKind, code: string, act: Promise<unknown>): Promise<Refused> => {
  const outcome = await act.then(
    (value) => assert.fail(`was not refused, but gave ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  check(outcome, kind, code);
  return outcome as Refused;
};

/** Every other input gives something that `isOne` accepts. */
export const throwsNothingButRefusals = <T, U>(
  input: fc.Arbitrary<T>,
  isOne: (parsed: U) => boolean,
  ...parsers: ((value: T) => U)[]
): void =>
  fc.assert(
    fc.property(input, (value) => {
      for (const parse of parsers) {
        let parsed: U;
        try {
          parsed = parse(value);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          continue;
        }
        assert.ok(isOne(parsed), `gave ${JSON.stringify(parsed)}`);
      }
    }),
    { numRuns: 300 },
  );
