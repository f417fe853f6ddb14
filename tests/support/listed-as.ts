/** A provider's response with this list, without a validator. */
import type { Listed } from '../../workers/ingestion/ports.ts';

export const listedAs = <T>(value: T): Listed<T> => ({ kind: 'listed', value, source: null });
