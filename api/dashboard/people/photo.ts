/** Takes a photo from a file. It becomes the person's when its address is saved. */
import { personAggregate } from '../../../commands/person.ts';
import { loadState } from '../../../commands/aggregate.ts';
import { offerPhoto } from '../../../commands/photos.ts';
import { withoutMetadata } from '../../../commands/picture-file.ts';
import { Refused } from '../../../domain/errors.ts';
import { PHOTO } from '../../../domain/limits.ts';
import { known } from '../../../domain/must-exist.ts';
import { MEMBER } from '../../http/access.ts';
import { formatBytes } from '../../http/amounts.ts';
import { bytesOf, fileOf } from '../../http/base64.ts';
import { PERSON_ID, personIn } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import { object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

const ACCEPTED = `a JPEG, PNG or WebP of at most ${formatBytes(PHOTO.bytes)}`;

const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const photoRoute = (deps: DashboardDeps): Route =>
  route('POST /api/people/:orcid/photo', MEMBER, {
    params: { orcid: PERSON_ID },
    summary: 'Take a photo from a file',
    description:
      `Takes ${ACCEPTED}, without its metadata, such as the place where it was taken and how it is to be turned, and returns the address under which the public listener ` +
      'serves it. Save this as `photo_url` with `PATCH /api/people/{orcid}/details` within 24 hours.',
    bodyBytes: PHOTO.bodyBytes,
    body: object({ file: fileOf(PHOTO.bytes, { description: 'The file in Base64.', examples: [ONE_PIXEL] }) }),
    responses: { 200: object({ photo_url: STRING }) },
    errors: [404, 409],
    handle: async (request) => {
      const id = personIn(request);
      const { workspace } = request.caller;
      known((await loadState(deps.events, personAggregate, workspace, id)).state, 'person');
      const picture = withoutMetadata(bytesOf(request.body.file, 'file', PHOTO.bytes));
      if (picture === null)
        throw new Refused('invalid', 'not_a_picture', 'the file is not a picture', {
          field: 'file',
          accepted: ACCEPTED,
        });
      return { body: { photo_url: `${deps.publicUrl}${await offerPhoto(deps.state, workspace, id, picture)}` } };
    },
  });
