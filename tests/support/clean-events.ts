/** Checks that no event holds a text that was not cleaned. */
import assert from 'node:assert/strict';
import type { EventStore } from '../../commands/ports.ts';
import { ALLOWED, mustBeClean } from './hostile-texts.ts';

/** Control characters except line breaks, noncharacters, and halves of characters. */
const FORBIDDEN = /[^\P{Cc}\n]|\p{Noncharacter_Code_Point}|\p{Cs}/u;
const ADDRESS = /^https?:\/\/[^\s<>"]+$/u;

export const mustHoldClean = (value: unknown, where: string): void => {
  if (typeof value === 'string') {
    assert.doesNotMatch(value, FORBIDDEN, where);
    if (!ADDRESS.test(value)) mustBeClean(value, ALLOWED);
  } else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      mustBeClean(key, new Set());
      mustHoldClean(each, `${where}/${key}`);
    }
};

/** All events in the store are clean, and events of these types are among them. */
export const assertCleanEvents = async (events: EventStore, expected: readonly string[]): Promise<void> => {
  const types = new Set<string>();
  for await (const { type, stream, data } of events.readAll()) {
    types.add(type);
    assert.doesNotMatch(stream, FORBIDDEN);
    mustHoldClean(data, type);
  }
  assert.deepEqual(
    expected.filter((type) => !types.has(type)),
    [],
  );
};
