/** What this is, and whose work it uses to format citations: for people and for programs. */
import { acceptedIn } from '../http/accept.ts';
import { ANYONE } from '../http/access.ts';
import { HTML_PAGE } from '../http/page.ts';
import { route, type Request, type Route } from '../http/route.ts';
import { object, STRING } from '../http/schemas.ts';
import type { WebAssets } from '../pages/assets.ts';
import { answeredBy, escaped, wordsPage } from '../pages/html.ts';

/** Their licences ask for this notice (CPAL 1.0, exhibit B; CC BY-SA 3.0, §4c). */
const CREDITS = [
  {
    name: 'citeproc-js',
    by: 'Frank Bennett',
    what: 'Formats citations.',
    license: 'CPAL-1.0',
    url: 'https://github.com/Juris-M/citeproc-js',
  },
  {
    name: 'Citation Style Language',
    by: 'the Citation Style Language project and the authors named in each style',
    what: 'The styles of citations and the words that they use in each language.',
    license: 'CC-BY-SA-3.0',
    url: 'https://citationstyles.org',
  },
] as const;

const ABOUT =
  'Colophon is a publication catalogue for research institutes: harvested, corrected by people, served to everybody.';

const pageOf = (assets: WebAssets): string =>
  wordsPage(assets, {
    title: 'About',
    content: [
      `<p>${escaped(ABOUT)}</p><p><a href="/docs">How to use this interface</a></p><h2>Citations</h2><ul>`,
      ...CREDITS.map(
        ({ name, by, what, license, url }) =>
          `<li><a href="${url}">${escaped(name)}</a>, by ${escaped(by)} (${license}). ${escaped(what)}</li>`,
      ),
      '</ul>',
    ].join(''),
  });

const OFFERS = [{ type: 'application/json' }, { type: 'text/html' }] as const;

const isForPeople = ({ headers }: Pick<Request, 'headers'>): boolean =>
  acceptedIn(headers.accept, OFFERS)?.offer.type === 'text/html';

export const aboutRoute = (assets: WebAssets): Route =>
  route('GET /about', ANYONE, {
    summary: 'About',
    description: 'Whose work formats citations, with the licence of each: JSON, or a page for browsers.',
    responses: {
      200: object({
        name: { const: 'Colophon' },
        description: STRING,
        credits: {
          type: 'array',
          items: object({
            name: STRING,
            by: STRING,
            what: STRING,
            license: STRING,
            url: { type: 'string', format: 'uri' },
          }),
        },
      }),
    },
    streams: [HTML_PAGE.contentMediaType],
    variant: (request) => String(isForPeople(request)),
    handle: (request) =>
      Promise.resolve(
        isForPeople(request)
          ? answeredBy(pageOf(assets))
          : { body: { name: 'Colophon', description: ABOUT, credits: CREDITS } as const },
      ),
  });
