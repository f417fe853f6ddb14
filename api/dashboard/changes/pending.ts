/** Whether listings show by now what they did not when a write was answered. */
import { NUMBER, TEXT } from '../../../domain/limits.ts';
import { allProjections, FORMER_NAMES } from '../../../projections/all.ts';
import { waitForPosition } from '../../../projections/queries/position.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { integerOf, object, STRING, textOf } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

/** One or several, as the header lists them; a page that was opened before an upgrade has former names. */
const NAME = `(${[...allProjections.map(({ name }) => name), ...FORMER_NAMES.keys()].join('|')})`;

const namesIn = (listed: string): readonly string[] =>
  listed.split(',').map((name) => FORMER_NAMES.get(name.trim()) ?? name.trim());

export const pendingRoute = (deps: Pick<DashboardDeps, 'readModels'>): Route =>
  route('GET /api/changes/pending', MEMBER, {
    summary: 'Whether a pending change is shown',
    description:
      'Of a write that was answered with `X-Colophon-Pending`: which of the listings do not show it yet. None: all show it.',
    query: {
      position: integerOf(0, NUMBER.integer, { description: 'What `X-Colophon-Position` said.' }),
      listings: {
        ...textOf(TEXT.nameCharacters, { pattern: `^${NAME}(, *${NAME})*$` }),
        description: 'What `X-Colophon-Pending` said. Default: all listings.',
      },
    },
    requiredQuery: ['position'],
    responses: { 200: object({ pending: { type: 'array', items: STRING } }) },
    handle: async ({ query, signal }) => {
      const position = query.position;
      const named = query.listings === undefined ? null : namesIn(query.listings);
      const asked = allProjections.filter(({ name }) => named?.includes(name) ?? true);
      const shown = await Promise.all(
        asked.map((each) => waitForPosition(deps.readModels, [each], position, { timeoutMs: 0, signal })),
      );
      return { body: { pending: asked.filter((_each, index) => shown[index] !== true).map(({ name }) => name) } };
    },
  });
