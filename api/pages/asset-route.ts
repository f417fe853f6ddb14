/** Serves the bundled files, which are not part of the API. */
import { ANYONE } from '../http/access.ts';
import { HttpFailure } from '../http/errors.ts';
import { route, type Route } from '../http/route.ts';
import { ASSETS_PATH, type Asset } from './assets.ts';

/** For files whose URL contains a hash of their content. */
export const FOR_EVER = { 'Cache-Control': 'public, max-age=31536000, immutable' };

export const assetRoute = (files: ReadonlyMap<string, Asset>): Route =>
  route(`GET ${ASSETS_PATH}/:name`, ANYONE, {
    params: { name: { type: 'string' } },
    summary: 'A file of a page',
    description: 'Its name holds a hash of what is in it, so it may be kept for ever.',
    responses: { 200: { type: 'string' } },
    errors: [404],
    handle: ({ params }) => {
      const file = files.get(params.name);
      if (file === undefined) throw new HttpFailure(404, 'no such file');
      return Promise.resolve({ body: null, file, headers: FOR_EVER });
    },
  });
