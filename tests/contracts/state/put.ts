/** A put that must succeed. */
import type { PutOptions, StateRecord, StateStore } from '../../../commands/ports.ts';
import type { Json } from '../../../domain/json.ts';

/** Throws if the store refused it. */
export const putTo = async (
  store: StateStore,
  key: string,
  value: Json,
  options?: PutOptions,
): Promise<StateRecord> => {
  const put = await store.put(key, value, options);
  if (put === null) throw new Error('not put');
  return put;
};
