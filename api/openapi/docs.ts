/**
 * The pages that document an API: its contract, where example requests are sent, with the files that it loads, and the guides. Nothing is
 * inline or from other hosts, and URLs are relative, so that the pages work behind a proxy, below a path and under any host name.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ANYONE } from '../http/access.ts';
import { writeBytes } from '../http/body-text.ts';
import { etagOf } from '../http/etag.ts';
import { HTML_PAGE } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { FOR_EVER } from '../pages/asset-route.ts';
import { builtFile, webAssets } from '../pages/assets.ts';
import { answeredBy, htmlPage } from '../pages/html.ts';
import { type Guide, guideAddress, GUIDES } from './audiences.ts';

/** `assets`: a path. `root`: the relative path from the page to the listener's root. */
export const pageOf = (title: string, assets: string, root: '.' | '..'): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}${assets}/swagger-ui.css">
</head>
<body>
<div id="contract" data-root="${root}"></div>
<noscript><p>Without scripts, read <a href="${root}/openapi.json">the contract itself</a>.</p></noscript>
<script src="${root}${assets}/swagger-ui-bundle.js"></script>
<script src="${root}${assets}/init.js"></script>
</body>
</html>
`;

/** Example requests go to the address of this page, not to the public URL in the description. */
const INIT_SCRIPT = `// Starts the page of a contract.
const place = document.getElementById('contract');
const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', dress);
dress();
const here = new URL(place.dataset.root + '/', location.href).href.replace(/\\/$/, '');
const start = (contract) => {
  const tags = contract.tags.map(({ externalDocs, ...tag }) =>
    externalDocs === undefined ? tag : { ...tag, externalDocs: { ...externalDocs, url: here + externalDocs.url } },
  );
  SwaggerUIBundle({
    dom_id: '#contract',
    spec: { ...contract, tags, servers: [{ url: here }] },
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  });
};
fetch(here + '/openapi.json')
  .then((response) => (response.ok ? response.json() : Promise.reject(new Error('answered ' + response.status))))
  .then(start)
  .catch((error) => {
    place.textContent = 'The contract could not be loaded: ' + error.message;
  });
`;

const installed = createRequire(import.meta.url);
const fromPackage = (name: string): Buffer => readFileSync(installed.resolve(`swagger-ui-dist/${name}`));

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Reads the files once per listener. */
export const docsAssets = () => {
  const files = [
    { name: 'swagger-ui.css', type: STYLE, content: fromPackage('swagger-ui.css') },
    { name: 'swagger-ui-bundle.js', type: SCRIPT, content: fromPackage('swagger-ui-bundle.js') },
    { name: 'init.js', type: SCRIPT, content: Buffer.from(INIT_SCRIPT) },
  ];
  const version = etagOf(writeBytes(Buffer.concat(files.map(({ content }) => content))).digest).replace(/\W/gu, '');
  const path = `/docs/assets/${version}`;
  const routes = files.map(({ name, ...file }) =>
    route(`GET ${path}/${name}`, ANYONE, {
      summary: name,
      description: 'Loaded by the page of the contract.',
      responses: { 200: { type: 'string', contentMediaType: file.type } },
      handle: () => Promise.resolve({ body: null, file, headers: FOR_EVER }),
    }),
  );
  return { path, routes };
};

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
