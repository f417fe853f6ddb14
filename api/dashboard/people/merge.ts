/** Merges one person into another, and gives a person without an ORCID iD the one that they have got. */
import { mustBeMergeable, personMerges, queueMerge, type PersonMerge } from '../../../commands/merge-people.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { parsePersonId } from '../../../domain/person/id.ts';
import { countDecidedAbout } from '../../../projections/queries/items-of-person.ts';
import { MEMBER } from '../../http/access.ts';
import { ID_OF_PERSON, PERSON_ID, personIn } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import { COUNT, madeId, object, STRING, titled } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { LONG_JOB, longJobItem } from '../jobs/item.ts';

const JOB = titled('PersonMerge', {
  id: {
    ...STRING,
    examples: ['0198a2b3-6a5f-7c1b-9d2e-4f5a6b7c8d9e'],
    description: 'Also the `correlation_id` of its events, which can be undone by it.',
  },
  from: { ...STRING, examples: ['p-0c4q2g8s3d5j1v7r6n9t4h2k0m'], description: ID_OF_PERSON },
  into: { ...STRING, examples: ['0000-0002-1825-0097'], description: ID_OF_PERSON },
  records: {
    ...COUNT,
    description: 'Records linked to the person, or that staff had said are not theirs, when it was asked for.',
  },
  moved: { ...COUNT, description: 'Records that name the other person now.' },
  refused: { ...COUNT, description: 'Records that could not be changed; they still name the person.' },
  ...LONG_JOB,
});

const jobItem = ({ id, from, into, total, moved, refused, ...job }: PersonMerge) => ({
  ...{ id, from, into, records: total, moved, refused },
  ...longJobItem({ id, total, ...job }),
});

export const mergeRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('POST /api/people/:orcid/merge', MEMBER, {
    params: { orcid: PERSON_ID },
    summary: 'Merge a person into another',
    description:
      'Of a person without an ORCID iD: they turn out to be the person `into`, or now have the iD `into`, which is registered if it is ' +
      'new. A job moves links and rejections of publications, and people of projects; `into` takes over names, past affiliations, and ' +
      'what else they lack. The person is then neither listed nor changed, and names the other one in `merged_into`. Its progress is at ' +
      '`GET /api/merges/{id}`; `POST /api/activity/causes/{id}/undo` reverts all of it. Someone with an ORCID iD is not merged (409): ' +
      'records and lists would go on naming it.',
    body: object({
      into: {
        ...PERSON_ID,
        minLength: 1,
        description: 'An ORCID iD, registered or not, or the id of a registered person without one.',
      },
    }),
    responses: { 202: JOB },
    errors: [404, 409],
    handle: async (request) => {
      const { body, caller } = request;
      const { workspace, correlationId } = caller;
      const merge = { from: personIn(request), into: parsePersonId(body.into) };
      if ((await personMerges.get(deps.state, workspace, correlationId)) === null)
        await mustBeMergeable(deps, merge, workspace);
      const total = await countDecidedAbout(deps.readModels, workspace, merge.from);
      return { status: 202, body: jobItem(await queueMerge(deps, merge, total, caller)) };
    },
  }),
  route('GET /api/merges/:id', MEMBER, {
    params: { id: madeId('The id of the job.') },
    summary: 'Merge progress',
    description: 'The progress of a merge of people, until 30 days after it ends.',
    responses: { 200: JOB },
    errors: [404],
    handle: async ({ params, caller: { workspace } }) => ({
      body: jobItem(mustExist(await personMerges.get(deps.state, workspace, params.id), 'merge')),
    }),
  }),
];
