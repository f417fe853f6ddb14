/** DataCite: the record of a DOI. */
import { describeWith } from '../requests.ts';
import type { JsonClient } from '../http/client.ts';
import { at, shapeOf } from '../json.ts';
import { whatOfDatacite } from './kinds.ts';
import { cslFromDatacite } from './record.ts';

const LIST = { type: ['array', 'null'] };
const checked = shapeOf('datacite', {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['attributes'],
      properties: {
        attributes: {
          type: 'object',
          required: ['doi'],
          properties: { doi: { type: 'string' }, creators: LIST, titles: LIST, dates: LIST },
        },
      },
    },
  },
});

export const describeByDatacite = (client: JsonClient, base: string) =>
  describeWith(
    client,
    // Without the parameter, affiliations have no identifiers.
    (doi) => new URL(`${base}/dois/${encodeURIComponent(doi)}?affiliation=true`),
    (body) => {
      const record = at(checked(body), 'data', 'attributes');
      return { csl: cslFromDatacite(record), what: whatOfDatacite(record) };
    },
  );
