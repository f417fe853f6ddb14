/**
 * Provider responses about a small fictitious institute: ORCID's fictitious Josiah Carberry, colleagues with iDs from a range
 * that ORCID does not assign, and works under Crossref's test prefix 10.5555.
 */
import corrected from './answers/corrected.json' with { type: 'json' };
import crossref from './answers/crossref.json' with { type: 'json' };
import datacite from './answers/datacite.json' with { type: 'json' };
import offered from './answers/offered.json' with { type: 'json' };
import openalex from './answers/openalex.json' with { type: 'json' };
import orcid from './answers/orcid.json' with { type: 'json' };
import type { Answers } from './replaying.ts';

export const SAMPLE: Answers = { orcid, crossref, datacite, openalex };

/** The sample after the registries corrected some records: titles that staff have edited meanwhile, and other fields. */
export const CORRECTED: Answers = {
  orcid: SAMPLE.orcid,
  crossref: { ...SAMPLE.crossref, ...corrected.crossref },
  datacite: { ...SAMPLE.datacite, ...corrected.datacite },
  openalex: { ...SAMPLE.openalex, ...corrected.openalex },
};

/** The researchers of the institute. */
export const ORCIDS: readonly string[] = Object.entries(SAMPLE.orcid).flatMap(([orcid, sections]) =>
  sections?.['person'] === undefined ? [] : orcid,
);

/** What a visitor of the demonstration may import and register: works and a person that are not in the catalogue yet. */
export const OFFERED = {
  dois: ['10.5555/hks.2023.010', '10.5555/hks.2024.006'],
  orcid: '0000-0000-0000-7078',
} as const;

export const withOffered = (answers: Answers): Answers => ({
  ...answers,
  orcid: { ...answers.orcid, ...offered.orcid },
  crossref: { ...answers.crossref, ...offered.crossref },
  openalex: { ...answers.openalex, ...offered.openalex },
});
