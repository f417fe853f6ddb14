/** CSL-JSON, the internal format of bibliographic metadata (citationstyles.org, schema 1.0.2). */
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

/** A CSL item as stored, with one top-level key per field. `custom` holds what CSL has no field for. */
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
  readonly [field: string]: unknown;
};
