/** Which fields of a record may hold markup, and which are identifiers and addresses. */

/** CSL fields that may hold CSL's inline markup; every other text of a record is plain. */
export const MARKUP_FIELDS: ReadonlySet<string> = new Set([
  ...['title', 'title-short', 'shortTitle', 'original-title', 'reviewed-title', 'part-title', 'abstract'],
  ...['volume-title', 'volume-title-short', 'collection-title'],
  ...['container-title', 'container-title-short', 'journalAbbreviation'],
]);

/** Vocabulary terms and identifiers: compared, never displayed as text. A DOI may contain `<` and `&`. */
export const IDENTIFIER_FIELDS: ReadonlySet<string> = new Set(['type', 'id', 'DOI', 'relation']);

/** Fields that keep line breaks. */
export const LONG_FIELDS: ReadonlySet<string> = new Set(['abstract', 'annote', 'note', 'custom']);
