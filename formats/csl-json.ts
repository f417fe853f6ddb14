/** CSL-JSON as citationstyles.org defines it (csl-data.json 1.0.2): a list of items, which citation programs read. */
import { NAME_FIELDS } from '../domain/csl-schema.ts';
import { defined } from '../domain/own.ts';
import type { Exported } from './exported.ts';
import type { Format } from './format.ts';

/** The schema allows no further fields in names; those of records stand in `custom`. */
const nameOf = (name: unknown): unknown => {
  if (typeof name !== 'object' || name === null) return name;
  const { ORCID: _orcid, affiliation: _affiliation, ...rest } = name as Readonly<Record<string, unknown>>;
  return rest;
};

const entry = ({ key, doi, record, isRetracted }: Exported): string => {
  const { license, locations, funder, relation, subject, custom, ...rest } = record;
  const facts = defined({ license, locations, funder, relation });
  const fields = Object.entries(rest).map(([field, value]): readonly [string, unknown] => [
    field,
    NAME_FIELDS.has(field) && Array.isArray(value) ? value.map(nameOf) : value,
  ]);
  return JSON.stringify({
    ...(subject === undefined ? {} : { keyword: subject.join(', ') }),
    ...Object.fromEntries(fields),
    ...(custom === undefined && Object.keys(facts).length === 0 ? {} : { custom: { ...custom, ...facts } }),
    id: key,
    ...(doi === null ? {} : { DOI: doi }),
    // The value that the specification gives as an example.
    ...(isRetracted ? { status: 'retracted' } : {}),
  });
};

export const cslJson: Format = {
  type: 'application/vnd.citationstyles.csl+json',
  extension: 'json',
  before: '[\n',
  between: ',\n',
  after: '\n]\n',
  entry,
  // As DOI content negotiation has it.
  single: (publication) => `${entry(publication)}\n`,
};
