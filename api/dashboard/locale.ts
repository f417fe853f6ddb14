/** The locale of names and citations, and whether there are citations. */
import { LOCALE } from '../http/locale.ts';

export { LOCALE };

export const CITED = {
  ...LOCALE,
  // Optional because uncached citations take milliseconds each, and seconds after a start.
  citations: {
    type: 'boolean',
    default: true,
    description: 'Whether to include `apa_citation`; otherwise it is null.',
  },
} as const;
