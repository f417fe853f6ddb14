/** Exports chosen publications; `GET /api/publications` with a `format` exports all that match its filters. */
import { REQUEST } from '../../../domain/limits.ts';
import { exportedFrom } from '../../../projections/queries/exported.ts';
import { chosenPublications } from '../../../projections/queries/staff-publications.ts';
import { MEMBER } from '../../http/access.ts';
import { exportAnswer } from '../../http/exports.ts';
import { allExported, EXPORT_TYPES, fileWanted } from '../../http/formats.ts';
import { route, type Route } from '../../http/route.ts';
import { object } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { idsIn, PUBLICATION_ID } from './ids.ts';

export const exportRoute = (deps: DashboardDeps): Route =>
  route('POST /api/publications/export', MEMBER, {
    summary: 'Export chosen publications',
    description:
      'As a file, the latest first; whether they are visible or deleted does not matter. DOIs that the workspace does not have are left out. ' +
      '`GET /api/publications` with a `format` exports all that match its filters.',
    body: object(
      {
        ...allExported(deps.citations),
        format: { ...allExported(deps.citations).format, description: 'The format of the file.' },
        ids: { type: 'array', minItems: 1, maxItems: REQUEST.bulkItems, items: { ...PUBLICATION_ID, minLength: 1 } },
      },
      ['style', 'locale', 'group'],
    ),
    responses: {
      200: {
        type: 'string',
        contentMediaType: EXPORT_TYPES[0],
        description: 'The file.',
        examples: ['@book{curie1910-9f3a2c81d4,\n}\n'],
      },
    },
    streams: EXPORT_TYPES,
    handle: async ({ body: { ids, ...asked }, caller: { workspace } }) => {
      const chosen = chosenPublications(workspace, [...new Set(await idsIn(deps, workspace, ids))]);
      const wanted = fileWanted(asked, deps.citations);
      return exportAnswer(deps, exportedFrom(chosen), { wanted, reader: workspace });
    },
  });
