/** Edits a person's name, biography, categories, photo and type. */
import { personAggregate } from '../../../commands/person.ts';
import { handleFrom } from '../../../commands/handle.ts';
import { revising } from '../../../commands/revise-person.ts';
import { ID, REQUEST, TEXT } from '../../../domain/limits.ts';
import { parseLocalizedText } from '../../../domain/localized-text.ts';
import { defined } from '../../../domain/own.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { MEMBER } from '../../http/access.ts';
import { ifMatch } from '../../http/etag.ts';
import { PERSON_ID, personIn } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { mustBePicture } from '../pictures.ts';
import { NOT_BLANK, object, textOf, textOrNullOf } from '../../http/schemas.ts';
import { DONE, senderOf } from '../records/writes.ts';
import { waitUntilVisible } from '../../http/visible.ts';
import { LOCALIZED_BIOGRAPHY_OR_NULL, LOCALIZED_NAME } from './schemas.ts';

export const profileRoutes = (deps: DashboardDeps): readonly Route[] => {
  const send = senderOf(deps, personAggregate, catalogue);
  return [
    route('PATCH /api/people/:orcid', MEMBER, {
      params: { orcid: PERSON_ID },
      summary: 'Revise a profile',
      description:
        'Changes name, biography and categories. Biography and categories stay unchanged if omitted. A newly assigned category must exist (404) and not be archived (400). Providers never overwrite values entered by staff.',
      body: object(
        {
          name: LOCALIZED_NAME,
          biography: LOCALIZED_BIOGRAPHY_OR_NULL,
          category_ids: {
            type: 'array',
            maxItems: REQUEST.profileCategories,
            items: textOf(ID.key, { minLength: 1 }),
          },
        },
        ['biography', 'category_ids'],
      ),
      responses: DONE,
      errors: [404, 409, 412],
      handle: async (request) => {
        const { name, biography, category_ids: categoryIds } = request.body;
        const revise = {
          type: 'ReviseProfile',
          name: parseLocalizedText(name, 'name'),
          ...defined({
            biography: biography && parseLocalizedText(biography, 'biography', TEXT.biographyCharacters),
            categoryIds: categoryIds && [...new Set(categoryIds)],
          }),
        } as const;
        const { caller, signal } = request;
        const command = revising(deps, revise, caller.workspace);
        const written = await handleFrom(deps, personAggregate, personIn(request), command, caller, ifMatch(request));
        return { body: { success: true }, headers: await waitUntilVisible(deps, [catalogue], written, signal) };
      },
    }),
    route('PATCH /api/people/:orcid/details', MEMBER, {
      params: { orcid: PERSON_ID },
      extension: true,
      summary: "Revise a person's photo and type",
      description:
        'Omitted fields stay unchanged; null removes a value. These fields are not part of the profile. The address of a photo is tried: 400 unless it leads to a picture.',
      body: object(
        {
          photo_url: textOrNullOf(TEXT.webAddressCharacters, { format: 'uri', pattern: '^https?://' }),
          people_type: textOrNullOf(TEXT.wordCharacters, NOT_BLANK),
        },
        ['photo_url', 'people_type'],
      ),
      responses: DONE,
      errors: [404, 409, 412],
      handle: async (request) => {
        const { photo_url: photoUrl, people_type: peopleType } = request.body;
        const { workspace } = request.caller;
        const id = personIn(request);
        if (photoUrl != null) await mustBePicture(deps, { workspace, id, url: photoUrl, field: 'photo_url' });
        const details = defined({ photoUrl, peopleType: peopleType?.trim() ?? peopleType });
        return send(request, id, { type: 'ReviseProfile', ...details });
      },
    }),
  ];
};
