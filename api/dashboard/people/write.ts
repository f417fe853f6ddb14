/** What staff say about people: who they are, where they belong, whether they are still here. */
import { affiliate } from '../../../commands/affiliate.ts';
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import { parseLocalizedText, type LocalizedText } from '../../../domain/localized-text.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import type { Position } from '../../../domain/event.ts';
import type { AffiliationStatus } from '../../../domain/person/events.ts';
import type { PersonCommand } from '../../../domain/person/person.ts';
import { Refused } from '../../../domain/errors.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { staffPerson, type StaffPerson } from '../../../projections/queries/staff-people.ts';
import { MEMBER } from '../../http/access.ts';
import { revisionAsked } from '../../http/etag.ts';
import { inWorkspace, type Answer, type Route, type WorkspaceRequest } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, LATEST_MS, object, orNull, STRING } from '../schemas.ts';
import { shownBy } from '../shown.ts';
import { AFFILIATION, LOCALIZED, LOCALIZED_OR_NULL, PERSON } from './schemas.ts';

const MOST_CATEGORIES = 50;

type Profile = {
  readonly name: unknown;
  readonly biography?: unknown;
  readonly category_ids?: readonly string[];
};
type Details = { readonly photo_url?: string | null; readonly people_type?: string | null };
type Affiliation = { readonly entity_id: string; readonly status: AffiliationStatus; readonly starts_at?: number };
type Registration = { readonly orcid: string; readonly name?: unknown };

const orcidOf = ({ params }: WorkspaceRequest): string => parseOrcid(params['orcid'] ?? '');

const biographyIn = (biography: unknown): LocalizedText | null =>
  biography === null ? null : parseLocalizedText(biography, 'biography');

export const writeRoutes = (deps: DashboardDeps): readonly Route[] => {
  const send = async (
    request: WorkspaceRequest,
    command: PersonCommand,
  ): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly position: Position | null }> => {
    const { caller, headers, signal } = request;
    const expected = revisionAsked(headers['if-match']);
    const options = expected === undefined ? {} : { ifRevision: expected };
    const { position } = await handle(deps, personAggregate, orcidOf(request), command, caller, options);
    return { headers: await shownBy(deps.readModels, [catalogue], position, signal), position };
  };

  /** The person as the listings show them now. */
  const shown = async (workspace: string, orcid: string): Promise<StaffPerson> => {
    const found = await staffPerson(deps.readModels, workspace, orcid);
    if (found === null) throw new Refused('not_found', 'person_not_found', 'no such person');
    return found.body;
  };

  const moved = (
    verb: 'archive' | 'unarchive',
    type: 'ArchivePerson' | 'UnarchivePerson',
    description: string,
  ): Route =>
    inWorkspace({
      method: 'POST',
      path: `/api/people/:orcid/${verb}`,
      access: MEMBER,
      extension: true,
      summary: verb === 'archive' ? 'Archive a person' : 'Bring back a person',
      description,
      query: {},
      responses: { 200: object({ success: BOOLEAN }) },
      errors: [400, 401, 403, 404, 412, 503],
      handle: async (request): Promise<Answer> => {
        const { headers } = await send(request, { type });
        return { body: { success: true }, headers };
      },
    });

  return [
    inWorkspace({
      method: 'POST',
      path: '/api/people',
      access: MEMBER,
      extension: true,
      summary: 'Register a person',
      description: 'By ORCID iD. 201 for somebody new, 200 for somebody who was registered.',
      query: {},
      body: object({ orcid: { type: 'string', minLength: 1 }, name: LOCALIZED }, ['name']),
      responses: { 200: PERSON, 201: PERSON },
      errors: [400, 401, 403, 413, 415, 503],
      handle: async ({ body, caller, signal }) => {
        const { orcid: asked, name } = body as Registration;
        const orcid = parseOrcid(asked);
        const register = {
          type: 'RegisterPerson',
          orcid,
          name: name === undefined ? null : parseLocalizedText(name, 'name'),
          biography: null,
          saidBy: 'staff',
        } as const;
        const { events, position } = await handle(deps, personAggregate, orcid, register, caller);
        const headers = await shownBy(deps.readModels, [catalogue], position, signal);
        const isNew = events.some(({ type }) => type === 'PersonRegistered');
        return { status: isNew ? 201 : 200, body: await shown(caller.workspace, orcid), headers };
      },
    }),
    inWorkspace({
      method: 'PATCH',
      path: '/api/people/:orcid',
      access: MEMBER,
      summary: 'Revise a profile',
      description: 'What is not sent stays. What staff say is never overwritten by a provider.',
      query: {},
      body: object(
        {
          name: LOCALIZED,
          biography: LOCALIZED_OR_NULL,
          category_ids: { type: 'array', maxItems: MOST_CATEGORIES, items: { type: 'string', minLength: 1 } },
        },
        ['biography', 'category_ids'],
      ),
      responses: { 200: object({ success: BOOLEAN }) },
      errors: [400, 401, 403, 404, 412, 413, 415, 503],
      handle: async (request) => {
        const { name, biography, category_ids: categoryIds } = request.body as Profile;
        const { headers } = await send(request, {
          type: 'ReviseProfile',
          name: parseLocalizedText(name, 'name'),
          ...(biography === undefined ? {} : { biography: biographyIn(biography) }),
          ...(categoryIds === undefined ? {} : { categoryIds: [...new Set(categoryIds)] }),
        });
        return { body: { success: true }, headers };
      },
    }),
    inWorkspace({
      method: 'PATCH',
      path: '/api/people/:orcid/details',
      access: MEMBER,
      extension: true,
      summary: "Revise a person's photo and type",
      description: 'What is not sent stays; null takes it away.',
      query: {},
      body: object(
        {
          photo_url: { ...orNull('string'), format: 'uri', pattern: '^https?://', maxLength: 2_000 },
          people_type: { ...orNull('string'), minLength: 1, maxLength: 100 },
        },
        ['photo_url', 'people_type'],
      ),
      responses: { 200: object({ success: BOOLEAN }) },
      errors: [400, 401, 403, 404, 412, 413, 415, 503],
      handle: async (request) => {
        const { photo_url: photoUrl, people_type: peopleType } = request.body as Details;
        const { headers } = await send(request, {
          type: 'DetailPerson',
          ...(photoUrl === undefined ? {} : { photoUrl }),
          ...(peopleType === undefined ? {} : { peopleType }),
        });
        return { body: { success: true }, headers };
      },
    }),
    inWorkspace({
      method: 'PATCH',
      path: '/api/people/:orcid/affiliation',
      access: MEMBER,
      summary: 'Change an affiliation',
      description: 'Ends the present affiliation and begins the new one. The same one again changes nothing.',
      query: {},
      body: object(
        {
          entity_id: { type: 'string', minLength: 1 },
          status: { type: 'string', enum: ['org', 'external'] },
          starts_at: {
            type: 'integer',
            minimum: 1,
            maximum: LATEST_MS,
            description: 'Epoch milliseconds; default now.',
          },
        },
        ['starts_at'],
      ),
      responses: { 200: object({ orcid: STRING, ...AFFILIATION }) },
      errors: [400, 401, 403, 404, 413, 415, 503],
      handle: async (request) => {
        const { body, caller, signal } = request;
        const { entity_id: entityId, status, starts_at: startsAt } = body as Affiliation;
        const orcid = orcidOf(request);
        const asked = { entityId, status, ...(startsAt === undefined ? {} : { startsAt }) };
        const { state, position } = await affiliate(deps, orcid, asked, caller);
        const headers = await shownBy(deps.readModels, [catalogue], position, signal);
        const { affiliations } = await shown(caller.workspace, orcid);
        const now = state.status === 'absent' ? null : state.affiliation;
        const named = affiliations.find(({ entity_id }) => entity_id === entityId);
        return {
          body: {
            orcid,
            entity_id: entityId,
            entity_name: named?.entity_name ?? null,
            status,
            starts_at: now?.startsAt ?? startsAt,
            ends_at: null,
          },
          headers,
        };
      },
    }),
    moved('archive', 'ArchivePerson', 'Leaves every listing; history and publications stay.'),
    moved('unarchive', 'UnarchivePerson', 'Back into the listings.'),
  ];
};
