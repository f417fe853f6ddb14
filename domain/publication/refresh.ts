/** A refresh told in events that can each be appended, however large the record. */
import { jsonBytes, MAX_RECORD_BYTES } from '../size.ts';
import type { FieldChange, PublicationEvent, Source } from './events.ts';

/** A change whose two sides are too large together is told as a removal and an addition. */
const sides = (change: FieldChange): readonly FieldChange[] => {
  const { field, before, after } = change;
  if (before === undefined || after === undefined || jsonBytes(change) <= MAX_RECORD_BYTES) return [change];
  return [
    { field, before },
    { field, after },
  ];
};

/** The changes in order, as few events as hold them. None for no changes. */
export const refreshes = (
  changes: readonly FieldChange[],
  source: Source,
  fetchedAt: number,
): readonly PublicationEvent[] => {
  const groups: FieldChange[][] = [];
  let room = 0;
  for (const change of changes.flatMap(sides)) {
    const bytes = jsonBytes(change);
    if (bytes > room || groups.length === 0) {
      groups.push([]);
      room = MAX_RECORD_BYTES;
    }
    groups.at(-1)?.push(change);
    room -= bytes;
  }
  return groups.map((group) => ({ type: 'PublicationRefreshed', data: { changes: group, source, fetchedAt } }));
};
