/** Exports chosen publications; `GET /api/publications` with a `format` exports all that match its filters. */
import { REQUEST } from '../../../domain/limits.ts';
import { exportedFrom } from '../../../projections/queries/exported.ts';
import { chosenPublications } from '../../../projections/queries/staff-publications.ts';
import { MEMBER } from '../../http/access.ts';
import { EXPORT_TYPES, exportAnswer, FORMAT } from '../../http/exports.ts';
import { route, type Route } from '../../http/route.ts';
import { object } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { idsIn, PUBLICATION_ID } from './ids.ts';

export const exportRoute = ({ readModels }: DashboardDeps): Route =>
  route('POST /api/publications/export', MEMBER, {
    summary: 'Export chosen publications',
    description:
      'As a file, the latest first; whether they are visible or deleted does not matter. DOIs that the workspace does not have are left out. ' +
      '`GET /api/publications` with a `format` exports all that match its filters.',
    body: object({
      format: { ...FORMAT, description: 'The format of the file.' },
      ids: { type: 'array', minItems: 1, maxItems: REQUEST.bulkItems, items: { ...PUBLICATION_ID, minLength: 1 } },
    }),
    responses: {
      200: {
        type: 'string',
        contentMediaType: EXPORT_TYPES[0],
        description: 'The file.',
        examples: ['@book{curie1910-9f3a2c81d4,\n}\n'],
      },
    },
    streams: EXPORT_TYPES,
    handle: async ({ body: { format, ids }, caller: { workspace } }) => {
      const chosen = chosenPublications(workspace, [...new Set(await idsIn({ readModels }, workspace, ids))]);
      return exportAnswer(readModels, exportedFrom(chosen), { format, reader: workspace });
    },
  });
