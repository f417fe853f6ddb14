/**
 * Refreshes that an older release may have left half written. It sent a refresh above 900 KiB in several appends, each with the
 * provider's new validators: where one was never written, "not modified" confirmed a record without its authors for good.
 *
 * What is missing, only the provider's whole answer shows, so a doubtful record is asked for without validators, and the answer
 * is recorded even if it changes nothing. Doubtful is a refresh that ends with the removal of a field, whose new value the next
 * part would bring, and any of a record that is not small: two versions of a small one stay below 900 KiB.
 */
import { jsonBytes } from '../limits.ts';
import type { Present } from './state.ts';

/** The other version would have to be this close to the 900 KiB that the older release accepted. */
const SMALL_BYTES = 16 * 1024;

export const mayBeHalfWritten = ({ perhapsPart, original }: Pick<Present, 'perhapsPart' | 'original'>): boolean =>
  perhapsPart !== undefined && (perhapsPart.endsWithRemoval || jsonBytes(original) > SMALL_BYTES);
