/** Staff decisions about authors: accepting or rejecting suggestions, linking and unlinking people. */
import type { Caller } from '../../../commands/caller.ts';
import { NAME_FIELDS } from '../../../domain/csl-schema.ts';
import { parsePersonId } from '../../../domain/person/id.ts';
import {
  decideAuthor,
  identifyContributor,
  settleAttention,
  type StaffDecision,
} from '../../../commands/decide-author.ts';
import { ANSWER, RECORD } from '../../../domain/limits.ts';
import { authorMatchState, linkedOrcids } from '../../../domain/publication/state.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { candidatesOf } from '../../../projections/queries/candidates.ts';
import { suggestionListing } from '../../../projections/queries/suggestions.ts';
import { ifMatch } from '../../http/etag.ts';
import { MEMBER } from '../../http/access.ts';
import { PERSON_ID, personIn } from '../../http/identifiers.ts';
import { listingRoute } from '../../http/listing-route.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { LOCALE } from '../locale.ts';
import { staffPages } from '../paging.ts';
import { PRESENT_AFFILIATION } from '../people/schemas.ts';
import { idAsked, idInPart, PUBLICATION_ID } from '../publications/ids.ts';
import { LINKED_PERSON, ROLE } from '../publications/schemas.ts';
import { BOOLEAN, choiceOf, COUNT, object, orNull, STRING } from '../../http/schemas.ts';
import { waitUntilVisible } from '../../http/visible.ts';

const STATE = { type: 'string', enum: ['needs_attention', 'complete'] } as const;
/** The DOI may include slashes. */
const PATH = /^\/api\/publications\/(.+)\/(?:suggestions|authors)\/[^/]+\/[a-z]+$/u;

const CUT_OFF = 'Null if OpenAlex lists the work for the person, but cut its names off.';

const EVIDENCE = object({
  name: { ...orNull('string'), description: `As given in the list of names. ${CUT_OFF}` },
  affiliation: PRESENT_AFFILIATION,
  co_authors: {
    type: 'array',
    items: STRING,
    description: 'iDs linked to this publication that share other publications with the person.',
  },
  listed_affiliations: {
    type: 'array',
    items: STRING,
    description: `The first affiliations of the entry, as printed; at most ${ANSWER.evidence}.`,
    examples: [['Institute of Psychoceramics']],
  },
  shared_works: {
    type: 'array',
    items: object({ id: STRING, title: orNull('string'), publication_year: orNull('integer') }),
    description: `Other publications of the person with these co-authors; at most ${ANSWER.evidence}.`,
  },
  sources: { type: 'array', items: STRING, description: 'The providers of the list of names.' },
});

const SUGGESTION = object({
  person: LINKED_PERSON,
  role: ROLE,
  author: { ...orNull('integer'), minimum: 0, description: `The zero-based index in the list of \`role\`. ${CUT_OFF}` },
  evidence: EVIDENCE,
});

const DECIDED = object({
  success: BOOLEAN,
  person_orcids: { type: 'array', items: STRING },
  author_match_state: STATE,
});

const IDENTIFICATION = object({
  role: choiceOf([...NAME_FIELDS], { description: ROLE.description }),
  entry: {
    ...orNull('integer'),
    minimum: 0,
    maximum: RECORD.authorsRead,
    description: 'The zero-based index in that list; null adds an entry with the name of the person.',
  },
});

export const byHandRoutes = (deps: DashboardDeps): readonly Route[] => {
  const namedIn =
    ({ workspace }: Caller) =>
    (orcids: readonly string[]) =>
      candidatesOf(deps.readModels, workspace, orcids);
  const answer = async (written: Awaited<ReturnType<typeof decideAuthor>>, signal: AbortSignal) => {
    const { state } = written;
    if (state.status === 'absent') throw new Error('decided about a missing publication');
    return {
      body: { success: true, person_orcids: linkedOrcids(state), author_match_state: authorMatchState(state) },
      headers: await waitUntilVisible(deps, [catalogue], written, signal),
    };
  };
  const decision = (
    address: `${'suggestions' | 'authors'}/:orcid/${string}`,
    decided: StaffDecision | 'settle',
    summary: string,
    description: string,
  ): Route =>
    route(`POST /api/publications/*id/${address}`, MEMBER, {
      params: { id: PUBLICATION_ID, orcid: PERSON_ID },
      summary,
      description: `${description} Harvests and repairs do not undo this.`,
      responses: { 200: DECIDED },
      errors: [404, 409],
      handle: async ({ rawPath, params, caller, signal }) => {
        const orcid = personIn({ params });
        const id = await idInPart(deps, caller.workspace, PATH.exec(rawPath)?.[1] ?? '');
        const written =
          decided === 'settle'
            ? await settleAttention(deps, id, orcid, caller)
            : await decideAuthor({ ...deps, named: namedIn(caller) }, id, orcid, decided, caller);
        return answer(written, signal);
      },
    });

  const identified = route('POST /api/publications/*id/authors/:orcid/identify', MEMBER, {
    params: { id: PUBLICATION_ID, orcid: PERSON_ID },
    summary: 'Say which entry a linked person is',
    description:
      'Extension: gives the entry of the record the iD of the person, who must be linked, and takes it from the other entries of that list ' +
      'and from those in doubt. Without an entry (null), the person is added to the list. With `If-Match`, applies only to that revision.',
    body: IDENTIFICATION,
    responses: { 200: DECIDED },
    errors: [404, 409, 412],
    handle: async (request) => {
      const { rawPath, params, body, caller, signal } = request;
      const asked = { ...body, orcid: personIn({ params }) };
      const id = await idInPart(deps, caller.workspace, PATH.exec(rawPath)?.[1] ?? '');
      return answer(
        await identifyContributor({ ...deps, named: namedIn(caller) }, id, asked, caller, ifMatch(request)),
        signal,
      );
    },
  });

  return [
    listingRoute('/api/suggestions', MEMBER, {
      summary: 'List suggestions',
      description: `People with the same name as an author, editor or other contributor, by publication, with the evidence. A matching name alone does not link a person. Lists the first ${ANSWER.suggestions} per publication; all with \`doi\`.`,
      pages: staffPages(deps.readModels),
      name: 'publications',
      item: object({
        publication_id: STRING,
        title: orNull('string'),
        publication_year: orNull('integer'),
        container: {
          ...orNull('string'),
          description: 'The journal or book.',
          examples: ['Journal of Psychoceramics'],
        },
        suggestion_count: {
          ...COUNT,
          description:
            'All open suggestions of the publication, or of the person asked for, including those not listed here.',
        },
        suggestions: { type: 'array', items: SUGGESTION },
      }),
      query: {
        ...LOCALE,
        doi: {
          ...PUBLICATION_ID,
          minLength: 1,
          description: 'Only suggestions for this publication: a DOI, or the key of a work.',
        },
        orcid_id: {
          ...PERSON_ID,
          minLength: 1,
          description: `Only suggestions of this person. ${PERSON_ID.description}`,
        },
      },
      listing: (_requested, { query: { locale, doi, orcid_id: person }, caller: { workspace } }) =>
        suggestionListing({
          ...{ workspace, locale, doi: doi === undefined ? null : idAsked(doi) },
          orcid: person === undefined ? null : parsePersonId(person),
        }),
    }),
    decision('suggestions/:orcid/accept', 'accept', 'Accept a suggestion', 'Links the person, who must be suggested.'),
    decision(
      'suggestions/:orcid/reject',
      'reject',
      'Reject a suggestion',
      'Records that the person, who must be suggested, is not an author.',
    ),
    decision('authors/:orcid/link', 'link', 'Link an author', 'Links a registered person.'),
    decision(
      'authors/:orcid/unlink',
      'unlink',
      'Unlink an author',
      'Records that the person, who must be registered or linked, is not an author.',
    ),
    decision(
      'authors/:orcid/settle',
      'settle',
      'Confirm a doubtful link',
      'Extension: records that the link is right, although the person is listed in `attention`. It needs attention again only if ' +
        'the reason, or the names of the entries in question, change.',
    ),
    identified,
  ];
};
