/** Whether listings have caught up with a write that they did not show in time. */
import { NUMBER, TEXT } from '../../../domain/limits.ts';
import { allProjections } from '../../../projections/all.ts';
import { waitForPosition } from '../../../projections/queries/position.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { integerOf, object, STRING, textOf } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

/** One or more names, as in the header. */
const NAME = `(${allProjections.map(({ name }) => name).join('|')})`;

const namesIn = (header: string): readonly string[] => header.split(',').map((name) => name.trim());

export const pendingRoute = (deps: Pick<DashboardDeps, 'readModels'>): Route =>
  route('GET /api/changes/pending', MEMBER, {
    summary: 'Check a pending change',
    description:
      'After a response with `X-Colophon-Pending`: the listings that do not show the write yet. Empty once all show it.',
    query: {
      position: integerOf(0, NUMBER.integer, { description: 'The value of `X-Colophon-Position`.' }),
      listings: {
        ...textOf(TEXT.nameCharacters, { pattern: `^${NAME}(, *${NAME})*$` }),
        description: 'The value of `X-Colophon-Pending`. Default: all listings.',
      },
    },
    requiredQuery: ['position'],
    responses: { 200: object({ pending: { type: 'array', items: STRING } }) },
    handle: async ({ query, signal }) => {
      const position = query.position;
      const named = query.listings === undefined ? null : namesIn(query.listings);
      const requested = allProjections.filter(({ name }) => named?.includes(name) ?? true);
      const shown = await Promise.all(
        requested.map((each) => waitForPosition(deps.readModels, [each], position, { timeoutMs: 0, signal })),
      );
      return { body: { pending: requested.filter((_each, index) => shown[index] !== true).map(({ name }) => name) } };
    },
  });
