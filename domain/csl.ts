/** CSL-JSON, the internal format of bibliographic metadata (citationstyles.org, schema 1.0.2). */
import type { Relation } from './facts/relations.ts';
import type { JsonObject } from './json.ts';

/** Partial dates keep their precision: `[[2021]]`, `[[2021, 3]]`, `[[2021, 3, 9]]`. */
export type CslDate = {
  readonly 'date-parts'?: readonly (readonly number[])[];
  readonly raw?: string;
  readonly literal?: string;
};

export type CslName = {
  readonly family?: string;
  readonly given?: string;
  readonly suffix?: string;
  readonly 'non-dropping-particle'?: string;
  readonly 'dropping-particle'?: string;
  readonly literal?: string;
  /** The iD that the metadata give, as `https://orcid.org/…`, as in Crossref's works API. */
  readonly ORCID?: string;
  /** As printed, with the ROR id as an address if it is known. */
  readonly affiliation?: readonly { readonly name: string; readonly id?: string }[];
};

/** A licence of a version of the work, from a day on. */
export type Licence = {
  /** Its http(s) address. */
  readonly URL: string;
  /** Crossref's word: `vor`, `am`, `tdm`, `stm-asf`, `unspecified`. */
  readonly 'content-version'?: string;
  /** A year, month or day. */
  readonly start?: string;
};

/** A place where the full text is open to everyone; it has at least one of the addresses. */
export type OpenLocation = {
  readonly landing_page_url?: string;
  readonly pdf_url?: string;
  readonly version?: 'publishedVersion' | 'acceptedVersion' | 'submittedVersion';
  /** OpenAlex's word, such as `cc-by`, or an address. */
  readonly license?: string;
};

export type Funder = {
  readonly name: string;
  /** `https://doi.org/10.13039/…` in Crossref's registry of funders, or `https://ror.org/…`. */
  readonly id?: string;
  /** Numbers of awards. */
  readonly award?: readonly string[];
};

/**
 * A CSL item as stored, with one top-level key per field. Facts for which CSL has no field are in the form of Crossref's works API
 * (`domain/facts/`), open locations in that of OpenAlex; `custom` holds anything else.
 */
export type CslItem = {
  readonly type: string;
  readonly title?: string;
  readonly author?: readonly CslName[];
  readonly editor?: readonly CslName[];
  readonly issued?: CslDate;
  readonly 'container-title'?: string;
  readonly publisher?: string;
  readonly DOI?: string;
  readonly URL?: string;
  readonly abstract?: string;
  readonly custom?: JsonObject;
  readonly license?: readonly Licence[];
  readonly locations?: readonly OpenLocation[];
  readonly funder?: readonly Funder[];
  readonly relation?: readonly Relation[];
  /** Keywords and subjects, each once. */
  readonly subject?: readonly string[];
  readonly language?: string;
  readonly [field: string]: unknown;
};
