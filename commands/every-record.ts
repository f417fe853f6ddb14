/** Iterates over everything the state store has under a prefix, however much. */
import type { StateRecord, StateStore } from './ports.ts';

const AT_ONCE = 200;

/** By ascending key; records put meanwhile may be included. */
export const everyRecord = async function* (
  state: Pick<StateStore, 'list'>,
  prefix: string,
): AsyncIterable<StateRecord> {
  for (let after: string | undefined; ;) {
    const page = await state.list(prefix, { limit: AT_ONCE, ...(after === undefined ? {} : { after }) });
    yield* page;
    if (page.length < AT_ONCE) return;
    after = page.at(-1)?.key;
  }
};
