/** Waits until a record has expired, and checks that it does so neither early nor late. */
import { setTimeout as pause } from 'node:timers/promises';
import { equal, ok } from 'uvu/assert';
import type { StateRecord, StateStore } from '../../../commands/ports.ts';

const POLL_MS = 5;

export const gone = async (store: StateStore, record: StateRecord): Promise<void> => {
  const expiresAt = record.expiresAt ?? Infinity;
  for (;;) {
    const before = await store.now();
    const present = await store.get(record.key);
    const after = await store.now();
    if (present === null) return ok(after >= expiresAt, `gone at ${after}, before ${expiresAt}`);
    equal(present, record);
    ok(before < expiresAt, `still there at ${before}, after ${expiresAt}`);
    await pause(POLL_MS);
  }
};
