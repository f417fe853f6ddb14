/** The files that an API's documentation page loads, from the installed package; their URLs contain a hash, so they are cached for good. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ANYONE } from '../../http/access.ts';
import { writeBytes } from '../../http/body-text.ts';
import { etagOf } from '../../http/etag.ts';
import { route } from '../../http/route.ts';
import { FOR_EVER } from '../../pages/asset-route.ts';
import { INIT_SCRIPT } from './page.ts';

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
