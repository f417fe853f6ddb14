/** What staff say of a person: name, biography, categories, photo, type. */
import { ID, REQUEST, TEXT } from '../../../domain/limits.ts';
import { parseLocalizedText } from '../../../domain/localized-text.ts';
import { MEMBER } from '../../http/access.ts';
import { ORCID } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { object, SAYS_SOMETHING, textOf, textOrNullOf } from '../../http/schemas.ts';
import { DONE } from '../records/writes.ts';
import { LOCALIZED_BIOGRAPHY_OR_NULL, LOCALIZED_NAME } from './schemas.ts';
import { sendTo } from './sending.ts';

export const profileRoutes = (deps: DashboardDeps): readonly Route[] => {
  const send = sendTo(deps);
  return [
    route({
      method: 'PATCH',
      path: '/api/people/:orcid',
      params: { orcid: ORCID },
      access: MEMBER,
      summary: 'Revise a profile',
      description:
        'Name, biography and categories of a person. Biography and categories that are not sent stay. No provider overwrites what staff entered.',
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
      errors: [404, 412],
      handle: (request) => {
        const { name, biography, category_ids: categoryIds } = request.body;
        return send(request, {
          type: 'ReviseProfile',
          name: parseLocalizedText(name, 'name'),
          ...(biography === undefined
            ? {}
            : {
                biography:
                  biography === null ? null : parseLocalizedText(biography, 'biography', TEXT.biographyCharacters),
              }),
          ...(categoryIds === undefined ? {} : { categoryIds: [...new Set(categoryIds)] }),
        });
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/people/:orcid/details',
      params: { orcid: ORCID },
      access: MEMBER,
      extension: true,
      summary: "Revise a person's photo and type",
      description: 'These are not part of the profile. What is not sent stays; null removes it.',
      body: object(
        {
          photo_url: textOrNullOf(TEXT.webAddressCharacters, { format: 'uri', pattern: '^https?://' }),
          people_type: textOrNullOf(TEXT.wordCharacters, SAYS_SOMETHING),
        },
        ['photo_url', 'people_type'],
      ),
      responses: DONE,
      errors: [404, 412],
      handle: (request) => {
        const { photo_url: photoUrl, people_type: peopleType } = request.body;
        return send(request, {
          type: 'DetailPerson',
          ...(photoUrl === undefined ? {} : { photoUrl }),
          ...(peopleType === undefined ? {} : { peopleType: peopleType?.trim() ?? null }),
        });
      },
    }),
  ];
};
