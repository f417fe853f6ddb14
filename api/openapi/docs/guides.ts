/** The guides that a contract links to, as pages. */
import { readFileSync } from 'node:fs';
import { ANYONE } from '../../http/access.ts';
import { HTML_PAGE } from '../../http/page.ts';
import { route, type Route } from '../../http/route.ts';
import { builtFile, webAssets } from '../../pages/assets.ts';
import { answeredBy, htmlPage } from '../../pages/html.ts';
import { guideAddress, GUIDES, type Guide } from '../audiences.ts';

/** From a guide to what its listener serves, also below the path of a proxy. */
const TOP = '../..';

/** Reads the files, once a listener. */
export const guideRoutes = (guides: readonly Guide[]): readonly Route[] => {
  const { style, theme, ...assets } = webAssets();
  return guides.map((guide) => {
    const html = htmlPage(
      { ...assets, style: TOP + style, theme: TOP + theme },
      {
        title: `${GUIDES[guide]} – Colophon`,
        body: `<body><main class="guide">${readFileSync(builtFile(`guides/${guide}.html`), 'utf8')}</main></body>`,
      },
    );
    return route(`GET ${guideAddress(guide)}`, ANYONE, {
      summary: 'A guide',
      description: 'How to use a part of the interface.',
      responses: { 200: HTML_PAGE },
      handle: () => Promise.resolve(answeredBy(html)),
    });
  });
};
