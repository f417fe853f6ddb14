/**
 * Provider responses about a small fictitious institute: ORCID's fictitious Josiah Carberry, colleagues with iDs from a range
 * that ORCID does not assign, and works under Crossref's test prefix 10.5555.
 */
import { readFileSync } from 'node:fs';
import type { Answers } from './replaying.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./answers/${name}.json`, import.meta.url), 'utf8'));

export const SAMPLE = {
  orcid: read('orcid'),
  crossref: read('crossref'),
  datacite: read('datacite'),
  openalex: read('openalex'),
} as Answers;

const corrected = read('corrected') as Omit<Answers, 'orcid'>;

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
