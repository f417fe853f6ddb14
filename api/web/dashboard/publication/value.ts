/** Values of a publication's record. */
import type { Fields, Value } from '../../parts/editing/value.ts';

export const valueIn = (record: Fields, field: string): Value => (record[field] ?? null) as Value;
