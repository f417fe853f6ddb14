/** Creates a publication without a DOI, as staff describe it. */
import { createPublication } from '../../../commands/create-publication.ts';
import { ID, RECORD, REQUEST, TEXT } from '../../../domain/limits.ts';
import { GIVEN_IDENTIFIERS } from '../../../domain/publication/given-identifier.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { staffPublication } from '../../../projections/queries/staff-publication.ts';
import { MEMBER } from '../../http/access.ts';
import { PEOPLE_TO_LINK } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import { anyJson, BOOLEAN, choiceOf, object, orNull, STRING, textOf } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { created, readerOf } from '../records/writes.ts';

const CREATED = object({
  id: { ...STRING, description: 'Its key.' },
  title: orNull('string'),
  visible: BOOLEAN,
  person_orcids: { type: 'array', items: STRING },
});

const RECORD_SENT = {
  type: 'object',
  maxProperties: REQUEST.properties,
  propertyNames: { type: 'string', maxLength: TEXT.wordCharacters },
  additionalProperties: anyJson({ maxLength: TEXT.abstractCharacters, maxItems: RECORD.authors }),
  description:
    'In CSL-JSON, with at least `type` and `title`, and without `DOI`. What an edit accepts, this accepts; the check digits of `ISBN` are verified.',
  examples: [
    {
      type: 'chapter',
      title: 'What a crack remembers',
      author: [{ family: 'Carberry', given: 'Josiah' }],
      editor: [{ family: 'Hollis', given: 'Ilse' }],
      'container-title': 'The Handbook of Psychoceramics',
      issued: { 'date-parts': [[1998]] },
    },
  ],
} as const;

const IDENTIFIER = {
  ...object({
    type: choiceOf(GIVEN_IDENTIFIERS, { description: 'What assigns it.' }),
    value: textOf(ID.ofProvider, { minLength: 1, description: 'As it is written, such as `978-0-306-40615-7`.' }),
  }),
  description:
    'Makes the key. A harvest that lists this identifier recognizes the publication, by an ISBN only if its type and title are the same.',
  examples: [{ type: 'isbn', value: '978-0-306-40615-7' }],
} as const;

export const createRoute = (deps: DashboardDeps): Route =>
  route('POST /api/publications', MEMBER, {
    summary: 'Create a publication without a DOI',
    description:
      'Visible on websites immediately. The given people, who must be registered, are linked as a staff decision. If there is a ' +
      'publication with this identifier: 200 for an identical one, else 409. A publication with a DOI is imported: `POST /api/import/doi`.',
    body: object(
      {
        record: RECORD_SENT,
        identifier: IDENTIFIER,
        person_orcids: PEOPLE_TO_LINK,
      },
      ['identifier', 'person_orcids'],
    ),
    responses: created(CREATED),
    errors: [409],
    handle: async (request) => {
      const { record, identifier = null, person_orcids: personOrcids = [] } = request.body;
      const written = await createPublication(deps, { record, identifier, personOrcids }, request.caller);
      const show = async (workspace: string, id: string) => {
        const found = await staffPublication(deps.readModels, workspace, id, 'en');
        if (found === null) return null;
        const { title, visible, person_orcids } = found.body;
        return { body: { id, title, visible, person_orcids }, revision: found.revision };
      };
      return readerOf(deps, [catalogue], show)(request, written.id, written, 201);
    },
  });
