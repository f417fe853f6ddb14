/** What a publication is related to, within its workspace and outside it. */
import { RELATION_TYPES } from '../../../domain/facts/relations.ts';
import { RELATED } from '../../../domain/limits.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { relatedPublications } from '../../../projections/queries/related.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { BOOLEAN, MAY_HAVE_MARKUP, object, orNull, STRING, titled } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { idInPath, PUBLICATION_ID } from './ids.ts';

const RECORD = {
  ...object({
    id: { ...STRING, description: 'Its DOI; of a work without one, its key.' },
    title: { ...orNull('string'), description: MAY_HAVE_MARKUP },
    publication_type: orNull('string'),
    publication_date: orNull('string'),
    visible: BOOLEAN,
    deleted_at: { ...orNull('string'), description: 'ISO 8601; null unless deleted.' },
  }),
  type: ['object', 'null'],
  description: 'The record of the workspace, hidden and deleted ones included; null if it has none.',
} as const;

const RELATED_WORK = titled('RelatedWork', {
  type: {
    type: 'string',
    enum: RELATION_TYPES,
    description: 'What the publication is to the other work: with `is-preprint-of`, its preprint.',
  },
  stated_here: { ...BOOLEAN, description: 'Whether its own record states it, or only that of the other work.' },
  id_type: {
    ...orNull('string'),
    description: 'Of `id`: `doi`, `isbn`, …; null for the key of a work.',
    examples: ['doi'],
  },
  id: { ...STRING, examples: ['10.5555/87654321'] },
  url: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'Where `id` leads, if anywhere.',
    examples: ['https://doi.org/10.5555/87654321'],
  },
  record: RECORD,
});

export const relatedRoute = ({ readModels }: Pick<DashboardDeps, 'readModels'>): Route =>
  route('GET /api/publications/*id/related', MEMBER, {
    params: { id: PUBLICATION_ID },
    summary: 'Related works of a publication',
    description:
      'The relations that its record states, and those of other records of the workspace that name it, from its point of view. ' +
      'Separate, so that a page which shows the publication does not wait for it.',
    responses: {
      200: object({
        related: { type: 'array', items: RELATED_WORK },
        has_more: { ...BOOLEAN, description: `Whether there are more than ${RELATED.listed} in either direction.` },
      }),
    },
    errors: [404],
    handle: async (request) => {
      const { workspace } = request.caller;
      const id = await idInPath({ readModels }, request, '/related');
      return { body: mustExist(await relatedPublications(readModels, workspace, id), 'publication') };
    },
  });
