/** The record of a publication or work as parts that can be put back: what the providers say, with what people changed. */
import { pointerTo, tokensOf } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { Known } from '../must-exist.ts';
import type { FieldChange, Overlay } from '../publication/events.ts';
import { editable, merge } from '../publication/overlay.ts';
import { OMITTED } from '../publication/trimming.ts';
import { guardsBetween, partsBetween, type Part, type Parts } from './inverse.ts';

type Overlaid = { readonly original: CslItem; readonly overlay: Overlay };
export type OfRecord = { readonly status: 'absent' } | (Overlaid & { readonly status: string });

export const isKnown = <State extends OfRecord>(state: State): state is Known<State> => state.status !== 'absent';

/** `custom` is an object of independent keys, any other field changes as a whole: the authors with their iDs. */
const partsOf = (item: CslItem): Parts =>
  Object.fromEntries(
    Object.entries(editable(item)).flatMap(([field, value]) =>
      field === 'custom' && isObject(value)
        ? Object.entries(value).map(([key, of]) => [pointerTo(field, key), of] as const)
        : [[pointerTo(field), value] as const],
    ),
  );

const AUTHORS = '/author';
/** What goes with the list of authors. */
const BESIDE_AUTHORS = new Set([AUTHORS, pointerTo('custom', OMITTED)]);

export const mergedOf = ({ original, overlay }: Overlaid): CslItem => merge(original, overlay);

/** What one state of the record says otherwise than another; `restored` is what an undo would bring back. */
export const recordParts = (before: CslItem, after: CslItem, now: CslItem, restored = before): readonly Part[] =>
  partsBetween(partsOf(before), partsOf(after), partsOf(now), partsOf(restored)).map((part) =>
    BESIDE_AUTHORS.has(part.path) ? { ...part, group: AUTHORS } : part,
  );

/** The edits that lie over a record now and did not then, as guards: people have worked on it. */
export const editedOver = (then: Overlay, now: Overlaid): readonly Part[] =>
  guardsBetween(partsOf(merge(now.original, then)), partsOf(mergedOf(now)));

/** The fields of the record with these parts put back, and no other changed; of authors the iDs are inside. */
export const fieldsPutBack = (parts: readonly Part[], now: CslItem): readonly FieldChange[] => {
  const shown = editable(now);
  const fields = new Map<string, Json | undefined>();
  for (const { path, before } of parts) {
    const [field = '', key] = tokensOf(path);
    if (key === undefined) {
      fields.set(field, before);
      continue;
    }
    const present = fields.has(field) ? fields.get(field) : shown[field];
    const { [key]: _replaced, ...rest } = isObject(present) ? present : {};
    const next: JsonObject = before === undefined ? rest : { ...rest, [key]: before };
    fields.set(field, Object.keys(next).length === 0 ? undefined : next);
  }
  return [...fields].map(([field, after]) => ({ field, ...(after === undefined ? {} : { after }) }));
};
