/** The long jobs of a workspace. Administrators list and cancel them, including those of other users. */
import type { LongJob } from '../../../commands/long-jobs.ts';
import { BATCH_ACTIONS } from '../../../commands/publication-batches/act.ts';
import { batches, carriedOut, type Batch } from '../../../commands/publication-batches/batches.ts';
import { personMerges, type PersonMerge } from '../../../commands/merge-people.ts';
import { doneIn, referenceImports, type ReferenceImport } from '../../../commands/reference-imports/imports.ts';
import { undoJobs, type UndoJob } from '../../../commands/undo/jobs.ts';
import { UPKEEP } from '../../../domain/limits.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { COUNT, madeId, object, orNull, STRING, titled } from '../../http/schemas.ts';
import { LABELLED, labelsFor } from '../activity/labels.ts';
import type { DashboardDeps } from '../deps.ts';
import { DONE } from '../records/writes.ts';
import { LONG_JOB, longJobItem } from './item.ts';

const ITEM = titled('LongJob', {
  id: { ...STRING, description: 'Also the `correlation_id` of its events.' },
  kind: { type: 'string', enum: ['publication_batch', 'reference_import', 'undo', 'person_merge'] },
  action: { type: ['string', 'null'], enum: [...BATCH_ACTIONS, null], description: 'Of a batch of publications.' },
  cause: { ...orNull('string'), examples: [null], description: 'Of an undo: the cause that is undone.' },
  total: {
    ...COUNT,
    description:
      'Publications of a batch, entries of a list of references, events of the cause, or records of the person.',
  },
  done: { ...COUNT, description: 'How many of these it has handled.' },
  ...LONG_JOB,
  requested_by: { ...LABELLED, examples: [{ type: 'user', id: 'c3f1', label: 'Josiah Carberry' }] },
});

const ofBatch = (job: Batch) => ({
  ...({ id: job.id, kind: 'publication_batch', action: job.action, cause: null, total: job.total } as const),
  ...{ done: carriedOut(job), ...longJobItem(job) },
});

const ofUndo = (job: UndoJob) => ({
  ...({ id: job.id, kind: 'undo', action: null, cause: job.cause, total: job.total } as const),
  ...{ done: job.counts.undone + job.counts.unchanged + job.counts.refused, ...longJobItem(job) },
});

const ofMerge = (job: PersonMerge) => ({
  ...({ id: job.id, kind: 'person_merge', action: null, cause: null, total: job.total } as const),
  ...{ done: Math.min(job.total, job.moved + job.refused), ...longJobItem(job) },
});

const ofReferences = (job: ReferenceImport) => ({
  ...({ id: job.id, kind: 'reference_import', action: null, cause: null, total: job.total } as const),
  ...{ done: doneIn(job), ...longJobItem(job) },
});

type Item =
  | ReturnType<typeof ofBatch>
  | ReturnType<typeof ofReferences>
  | ReturnType<typeof ofUndo>
  | ReturnType<typeof ofMerge>;

const CANCELLED = { code: 'cancelled', message: 'an administrator cancelled it' };

export const longJobRoutes = (deps: DashboardDeps): readonly Route[] => {
  const { state, clock } = deps;
  const active = async function* (workspace: string): AsyncIterable<Item> {
    for await (const job of batches.waiting(state, workspace)) yield ofBatch(job);
    for await (const job of referenceImports.waiting(state, workspace)) yield ofReferences(job);
    for await (const job of undoJobs.waiting(state, workspace)) yield ofUndo(job);
    for await (const job of personMerges.waiting(state, workspace)) yield ofMerge(job);
  };

  return [
    route('GET /api/jobs', WORKSPACE_ADMIN, {
      summary: 'List long jobs',
      description:
        `The batches of publications, the imports of references, the merges of people and the undos that wait or run in the workspace, oldest first, at most ${UPKEEP.longJobs}. ` +
        'Ingestion jobs are at `GET /api/ingest/jobs`.',
      responses: { 200: object({ jobs: { type: 'array', items: ITEM } }) },
      handle: async ({ caller: { workspace } }) => {
        const jobs: Item[] = [];
        for await (const job of active(workspace)) if (jobs.push(job) >= UPKEEP.longJobs) break;
        const actors = jobs.map(({ requested_by: actor }) => actor);
        const label = await labelsFor(deps, workspace, actors);
        const labelled = jobs.map((job) => ({ ...job, requested_by: label(job.requested_by) }));
        return { body: { jobs: labelled.sort((a, b) => a.requested_at - b.requested_at) } };
      },
    }),
    route('POST /api/jobs/:id/cancel', WORKSPACE_ADMIN, {
      params: { id: madeId('The id of the job.') },
      summary: 'Cancel a long job',
      description:
        'Ends a batch of publications, an import of references, a merge of people or an undo, before its next step. What it has done stays, and can be undone by its id.',
      responses: DONE,
      errors: [404],
      handle: async ({ params: { id }, caller: { workspace } }) => {
        const cancel = async (
          jobs: Pick<typeof batches | typeof undoJobs | typeof referenceImports | typeof personMerges, 'fail'>,
        ): Promise<LongJob | null> => jobs.fail(state, { workspace, id }, CANCELLED, clock.now());
        mustExist(
          (await cancel(batches)) ??
            (await cancel(referenceImports)) ??
            (await cancel(undoJobs)) ??
            (await cancel(personMerges)),
          'active job',
        );
        return { body: { success: true } };
      },
    }),
  ];
};
