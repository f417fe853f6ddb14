/**
 * Refreshes that an older release may have left incomplete. It wrote a refresh above 900 KiB in several appends, each with the
 * provider's new validators: if one was lost, "not modified" permanently confirmed a record without, say, its authors.
 *
 * Only a complete response shows what is missing, so a doubtful record is requested without validators, and the response is
 * recorded even if it changes nothing. A refresh is doubtful if it ends with the removal of a field, whose new value would have been
 * in the next part, or if the record is not small: two versions of a small one stay below 900 KiB.
 */
import { jsonBytes } from '../limits.ts';
import type { Present } from './state.ts';

/** The other version would have to be this close to the 900 KiB that the older release accepted. */
const SMALL_BYTES = 16 * 1024;

export const mayBeHalfWritten = ({ perhapsPart, original }: Pick<Present, 'perhapsPart' | 'original'>): boolean =>
  perhapsPart !== undefined && (perhapsPart.endsWithRemoval || jsonBytes(original) > SMALL_BYTES);
