/** Registers, archives and unarchives people. */
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import { parseLocalizedText } from '../../../domain/localized-text.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import { personIdFrom } from '../../../domain/person/id.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { staffPerson } from '../../../projections/queries/staff-people.ts';
import { MEMBER } from '../../http/access.ts';
import { ID_OF_PERSON, ORCID, PERSON_ID, personIn } from '../../http/identifiers.ts';
import { keysOf } from '../../../domain/own.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { object, STRING } from '../../http/schemas.ts';
import { DONE, senderOf } from '../records/writes.ts';
import { readBack } from '../../http/visible.ts';
import { LOCALIZED_NAME, PERSON } from './schemas.ts';

const MOVES = {
  archive: {
    type: 'ArchivePerson',
    summary: 'Archive a person',
    description: 'Removes the person from the listings; history and publications are kept.',
  },
  unarchive: {
    type: 'UnarchivePerson',
    summary: 'Unarchive a person',
    description: 'Returns the person to the listings.',
  },
} as const;

export const registrationRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('POST /api/people', MEMBER, {
    summary: 'Register a person',
    description:
      'Adds a person to the workspace, by ORCID iD or, for a person without one, by name: they get an id that begins with `p-`, are not ingested, ' +
      'and may get an iD later (`POST /api/people/{orcid}/merge`). 201 for a new person; 200 if already registered, even if archived; 409 if registered under another name.',
    body: object(
      {
        orcid: {
          ...ORCID,
          minLength: 1,
          description: 'The ORCID iD. Omitted: a person without one, whose name is then required.',
        },
        name: LOCALIZED_NAME,
      },
      ['orcid', 'name'],
    ),
    responses: { 200: PERSON, 201: PERSON, 202: object({ orcid: { ...STRING, description: ID_OF_PERSON } }) },
    errors: [409],
    handle: async (request) => {
      const { caller, signal } = request;
      const { orcid: given, name: text } = request.body;
      const orcid = given === undefined ? personIdFrom(deps.ids.next()) : parseOrcid(given);
      const name = text === undefined ? null : parseLocalizedText(text, 'name');
      const register = { type: 'RegisterPerson', orcid, name, saidBy: 'staff' } as const;
      const written = await handle(deps, personAggregate, orcid, register, caller);
      const { found, headers } = await readBack(deps, [catalogue], written, signal, () =>
        staffPerson(deps.readModels, caller.workspace, orcid),
      );
      if (found === null) return { status: 202, body: { orcid }, headers };
      const isNew = written.events.some(({ type }) => type === 'PersonRegistered');
      return { status: isNew ? 201 : 200, body: found.body, headers };
    },
  }),
  ...keysOf(MOVES).map((verb) => {
    const { type, ...words } = MOVES[verb];
    return route(`POST /api/people/:orcid/${verb}`, MEMBER, {
      params: { orcid: PERSON_ID },
      ...words,
      responses: DONE,
      errors: [404, 409, 412],
      handle: (request) => senderOf(deps, personAggregate, catalogue)(request, personIn(request), { type }),
    });
  }),
];
