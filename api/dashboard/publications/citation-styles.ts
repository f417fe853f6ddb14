/** The styles in which citations can be formatted. */
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

const STYLE = object({
  name: { ...STRING, description: 'The value of `style`.' },
  title: { ...STRING, description: 'As the style itself says.' },
});

export const citationStylesRoute = ({ citations }: DashboardDeps): Route =>
  route('GET /api/citation-styles', MEMBER, {
    summary: 'List citation styles',
    description: 'For `style` of exports: those that every installation has, and those in the folder of the operator.',
    responses: { 200: object({ styles: { type: 'array', items: STYLE } }) },
    handle: () => Promise.resolve({ body: { styles: citations.styles.map(({ name, title }) => ({ name, title })) } }),
  });
