/** Crossref: the record of a DOI. */
import { describeWith } from '../describing.ts';
import type { JsonClient } from '../http/client.ts';
import { retractedByOf, retractsOf } from './notices.ts';
import { messageOf } from './message.ts';
import { cslFromCrossref } from './work.ts';

const workIn = messageOf({
  type: 'object',
  required: ['DOI'],
  properties: {
    DOI: { type: 'string' },
    type: { type: 'string' },
    title: { type: 'array' },
    author: { type: 'array' },
    'update-to': { type: 'array' },
  },
});

export const describeByCrossref = (client: JsonClient, base: string) =>
  describeWith(
    client,
    (doi) => new URL(`${base}/works/${encodeURIComponent(doi)}`),
    (body) => {
      const work = workIn(body);
      return { csl: cslFromCrossref(work), retracts: retractsOf(work), retractedBy: retractedByOf(work) };
    },
  );
