/** Photos and logos from other websites, for the dashboard's pages. */
import { PICTURE, TEXT } from '../../domain/limits.ts';
import { mustExist } from '../../domain/must-exist.ts';
import { MEMBER_FOLLOWING } from '../http/access.ts';
import { route, type Route } from '../http/route.ts';
import { givenId, textOf } from '../http/schemas.ts';
import { WORKSPACE_PARAMETER } from './access/workspace.ts';
import type { DashboardDeps } from './deps.ts';

const ADDRESS = {
  ...textOf(TEXT.webAddressCharacters, { format: 'uri', pattern: '^https?://', description: 'Its address.' }),
  examples: ['https://example.org/people/josiah-carberry.jpg'],
} as const;

const PICTURE_FILE = {
  type: 'string',
  contentMediaType: 'image/*',
  description: 'The picture.',
  examples: ['\u0089PNG'],
} as const;

export const pictureRoute = ({ pictures }: DashboardDeps): Route =>
  route('GET /api/pictures', MEMBER_FOLLOWING, {
    summary: 'A picture from its address',
    description:
      'The server fetches it, so that its website does not learn who looks at a record, and keeps it for a while. PNG, JPEG, GIF ' +
      `and WebP of at most ${PICTURE.bytes / 1_024 / 1_024} MiB on public websites; 404 for anything else.`,
    query: {
      [WORKSPACE_PARAMETER]: givenId(
        'The workspace, in place of `X-Workspace-Id`, which an image on a page cannot send.',
      ),
      url: ADDRESS,
    },
    requiredQuery: ['url'],
    responses: { 200: PICTURE_FILE },
    errors: [404],
    handle: async ({ query: { url }, caller: { workspace } }) => {
      const file = mustExist(await pictures.find(workspace, url), 'picture');
      return { body: null, file, headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" } };
    },
  });
