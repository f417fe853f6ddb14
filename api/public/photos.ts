/** Photos of people that staff have chosen from a file. */
import { PHOTO_PATH, photoAt } from '../../commands/photos.ts';
import type { StateStore } from '../../commands/ports.ts';
import { mustExist } from '../../domain/must-exist.ts';
import { ANYONE } from '../http/access.ts';
import { route, type Route } from '../http/route.ts';
import { textOf } from '../http/schemas.ts';

const HASH = textOf(64, { pattern: '^[0-9a-f]{64}$', description: 'Of the address that `photo_url` names.' });

export const photoRoute = ({ state }: { readonly state: StateStore }): Route => ({
  ...route(`GET ${PHOTO_PATH}/:person/:photo`, ANYONE, {
    params: { person: HASH, photo: HASH },
    summary: 'A photo of a person',
    description:
      'At the address in `photo_url`, if staff have chosen the photo from a file: JPEG, PNG or WebP, without metadata. The address never has ' +
      'another content, but is gone with the person.',
    responses: {
      200: { type: 'string', contentMediaType: 'image/*', description: 'The photo.', examples: ['\u0089PNG'] },
    },
    errors: [404, 429],
    handle: async ({ params: { person, photo } }) => ({
      body: null,
      file: mustExist(await photoAt(state, `${person}/${photo}`), 'photo'),
      headers: {
        'Cache-Control': 'public, max-age=3600',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    }),
  }),
  extension: true,
});
