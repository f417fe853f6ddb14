/** The guides that an API description links to, as pages. */
import { readFileSync } from 'node:fs';
import { ANYONE } from '../../http/access.ts';
import { HTML_PAGE } from '../../http/page.ts';
import { route, type Route } from '../../http/route.ts';
import { builtFile, webAssets } from '../../pages/assets.ts';
import { answeredBy, htmlPage } from '../../pages/html.ts';
import { guideAddress, GUIDES, type Guide } from '../audiences.ts';

/** Rewrites a guide's links for its listener; they are relative, so they also work below a proxy's path. */
const TOP = '../..';

/** Reads the files once per listener. */
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
