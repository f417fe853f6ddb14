/** Photos and logos from other websites, for the dashboard's pages. */
import { keepPhoto, photoAt, photoPathIn } from '../../commands/photos.ts';
import type { Picture } from '../../commands/picture-file.ts';
import { Refused } from '../../domain/errors.ts';
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

const ACCEPTED = `a PNG, JPEG, GIF or WebP of at most ${PICTURE.bytes / 1_024 / 1_024} MiB on a public website`;

const PICTURE_FILE = {
  type: 'string',
  contentMediaType: 'image/*',
  description: 'The picture.',
  examples: ['\u0089PNG'],
} as const;

/** The picture at the address, which may be a photo of ours. */
const pictureAt = async (
  { pictures, state }: DashboardDeps,
  workspace: string,
  url: string,
): Promise<Picture | null> => {
  const path = photoPathIn(url);
  return (path === null ? null : await photoAt(state, path)) ?? pictures.find(workspace, url);
};

type Tried = { readonly workspace: string; readonly id: string; readonly url: string; readonly field: string };

/** Tries an address before a person gets it, and keeps a photo of theirs that is ours. Throws `Refused('invalid')`. */
export const mustBePicture = async (
  { pictures, state }: DashboardDeps,
  { workspace, id, url, field }: Tried,
): Promise<void> => {
  const path = photoPathIn(url);
  const isPicture =
    path === null
      ? (await pictures.find(workspace, url, { again: true })) !== null
      : await keepPhoto(state, workspace, id, path);
  if (!isPicture)
    throw new Refused('invalid', 'not_a_picture', 'there is no picture at this address', { field, accepted: ACCEPTED });
};

export const pictureRoute = (deps: DashboardDeps): Route =>
  route('GET /api/pictures', MEMBER_FOLLOWING, {
    summary: 'A picture from its address',
    description:
      'The server fetches it, so that its website does not learn who looks at a record, and keeps it for a while: ' +
      `${ACCEPTED}; 404 for anything else.`,
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
      const file = mustExist(await pictureAt(deps, workspace, url), 'picture');
      return { body: null, file, headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" } };
    },
  });
