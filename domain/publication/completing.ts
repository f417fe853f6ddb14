/** The facts that OpenAlex gives a record where its provider is silent, field by field: a record described by one is completed by the other. */
import type { CslItem } from '../csl.ts';
import { fitsRecord } from '../facts/room.ts';
import type { JsonObject } from '../json.ts';
import type { Enrichment } from './events.ts';
import type { Present } from './state.ts';

type Completed = Pick<Present, 'original' | 'completed'>;

/** The record as its provider describes it. */
export const describedOf = ({ original, completed }: Completed): CslItem => {
  if (completed.length === 0) return original;
  const of = new Set(completed);
  return Object.fromEntries(Object.entries(original).filter(([field]) => !of.has(field))) as CslItem;
};

/** The described record with the facts that it lacks. */
export const completedBy = (described: CslItem, enrichment: Enrichment | null): Completed => {
  const given = Object.entries(enrichment?.record ?? {}).filter(([field]) => !Object.hasOwn(described, field));
  const completed = given.map(([field]) => field);
  return given.length === 0
    ? { original: described, completed }
    : { original: { ...described, ...(Object.fromEntries(given) as object) }, completed };
};

/** The facts without those of the record, which is shown with them. */
export const metadataOf = (enrichment: Enrichment | null): JsonObject | null => {
  if (enrichment === null) return null;
  const { record: _record, ...metadata } = enrichment;
  return metadata;
};

/** Without facts of the record if the two would be too large together. */
export const withRoomBeside = <Given extends Enrichment | null | undefined>(described: CslItem, enrichment: Given) =>
  enrichment?.record === undefined || fitsRecord([described, enrichment])
    ? enrichment
    : (metadataOf(enrichment) as Given);
