/** An import of references as the dashboard shows it: its entries, what would become of them, and what has. */
import {
  doneIn,
  REFERENCE_OUTCOMES,
  type ReferenceImport,
  type ReferencePreview,
  type ReferenceResult,
} from '../../../../commands/reference-imports/imports.ts';
import { describedBy } from '../../../../domain/reference-import/compare.ts';
import { REFERENCE_FORMATS } from '../../../../domain/reference-import/entry.ts';
import {
  choicesOf,
  isCompared,
  planOf,
  REFERENCE_STATUSES,
  statusOf,
  type PreviewedReference,
} from '../../../../domain/reference-import/plan.ts';
import type { PageRequest } from '../../../../projections/queries/listing.ts';
import { BOOLEAN, COUNT, object, orNull, STRING, titled } from '../../../http/schemas.ts';
import type { ShownOf } from '../../../http/schema-types.ts';
import { LONG_JOB, longJobItem } from '../../jobs/item.ts';

export const STATUS = { type: 'string', enum: REFERENCE_STATUSES } as const;
const CHOICE = { type: 'string', enum: ['new', 'same', 'skip'] } as const;

const DESCRIBED = {
  title: orNull('string'),
  type: { ...orNull('string'), examples: ['book'], description: 'The CSL type.' },
  year: orNull('integer'),
  names: {
    type: 'array',
    items: STRING,
    examples: [['Carberry, Josiah']],
    description: 'The authors, else the editors; at most 20.',
  },
} as const;

const ENTRY = object({
  n: { ...COUNT, description: 'Its place in the list, from 1.' },
  line: { ...COUNT, description: 'The line of the file on which it begins, from 1.' },
  label: {
    ...orNull('string'),
    examples: ['carberry2021'],
    description: 'The name that the list has for it, such as a citation key.',
  },
  status: {
    ...STATUS,
    description:
      '`new`: the workspace does not have it. `same`: it does, or the list has it twice. `doubtful`: staff decide. `error`: nothing of it is imported.',
  },
  ...DESCRIBED,
  doi: { ...orNull('string'), description: 'By which the registries are asked for the record.', examples: [null] },
  action: {
    type: 'string',
    enum: ['import', 'create', 'same', 'skip'],
    description:
      'What becomes of it without a decision. `import`: the record that the registries have of its DOI, or its own if none knows it. ' +
      '`create`: its own record. `same`: the item that is there stays as it is, and people are linked to it. `skip`: nothing.',
  },
  choices: { type: 'array', items: CHOICE, description: 'What can be decided.' },
  repeats: { ...orNull('integer'), examples: [null], description: 'The earlier entry that is the same.' },
  candidates: {
    type: 'array',
    description: 'Items of the workspace that it is, or may be.',
    items: object({
      id: { ...STRING, examples: ['10.5555/12345678'] },
      ...DESCRIBED,
      deleted: { ...BOOLEAN, description: 'Deciding `same` restores it.' },
    }),
  },
  problem: {
    ...object({
      line: COUNT,
      message: STRING,
      code: { ...STRING, examples: ['not_closed'], description: 'The stable code of `message`.' },
      field: {
        ...orNull('string'),
        examples: ['title'],
        description: 'The field with the mistake; null if it is in none.',
      },
    }),
    type: ['object', 'null'],
    examples: [null],
    description: 'What is wrong, on which line, and what is accepted.',
  },
  result: {
    ...object({
      outcome: { type: 'string', enum: REFERENCE_OUTCOMES },
      id: { ...orNull('string'), description: 'The publication: its DOI, or its key.' },
      reason: { ...orNull('string'), description: 'Why it was refused, or what else is to be known.' },
      code: { ...orNull('string'), description: 'The stable code of `reason`.' },
    }),
    type: ['object', 'null'],
    examples: [null],
    description: 'What has become of it; null before the import has come to it.',
  },
});

export const IMPORT = titled('ReferenceImport', {
  id: {
    ...STRING,
    examples: ['0198a2b3-6a5f-7c1b-9d2e-4f5a6b7c8d9e'],
    description: 'Also the `correlation_id` of its events, which can be undone by it.',
  },
  format: { type: 'string', enum: REFERENCE_FORMATS },
  entries: { ...COUNT, description: 'Entries in the list.' },
  counts: object({ new: COUNT, same: COUNT, doubtful: COUNT, error: COUNT }),
  expires_at: { type: 'integer', description: 'Until when the import can be started. Epoch milliseconds, UTC.' },
  job: {
    ...object({
      ...(Object.fromEntries(REFERENCE_OUTCOMES.map((outcome) => [outcome, COUNT])) as Record<
        ReferenceResult['outcome'],
        typeof COUNT
      >),
      done: { ...COUNT, description: 'Entries that it has come to.' },
      ...LONG_JOB,
    }),
    type: ['object', 'null'],
    examples: [null],
    description: 'Null until it is started.',
  },
  results: { type: 'array', description: 'One page of the entries, in their order.', items: ENTRY },
  page: COUNT,
  per_page: COUNT,
  pages: COUNT,
});

const entryItem = (entry: PreviewedReference, result: ReferenceResult | null): ShownOf<typeof ENTRY> => {
  const { n, line, label } = entry;
  const status = statusOf(entry);
  const choices = choicesOf(entry);
  if (!isCompared(entry))
    return {
      ...{ n, line, label, status, title: null, type: null, year: null, names: [], doi: null, action: 'skip', choices },
      ...{ repeats: null, candidates: [], result },
      problem: { line: entry.problemLine, message: entry.problem, code: entry.code, field: entry.field },
    };
  const [action] = planOf([{ ...entry, n: 1 }], []);
  return {
    ...{ n, line, label, status, ...describedBy(entry.item), doi: entry.doi, action: action?.as ?? 'skip', choices },
    repeats: entry.repeats,
    candidates: entry.candidates.map(({ isDeleted, isNamed: _isNamed, ...candidate }) => ({
      ...candidate,
      deleted: isDeleted,
    })),
    ...{ problem: null, result },
  };
};

type Shown = {
  readonly preview: ReferencePreview;
  readonly job: ReferenceImport | null;
  /** Of the page. */
  readonly entries: readonly PreviewedReference[];
  readonly results: readonly (ReferenceResult | null)[];
  /** Entries on all pages. */
  readonly listed: number;
};

export const importItem = (
  { preview, job, entries, results, listed }: Shown,
  { page, perPage }: PageRequest,
): ShownOf<typeof IMPORT> => {
  const counts = { new: 0, same: 0, doubtful: 0, error: 0 };
  for (const status of preview.statuses) counts[status] += 1;
  return {
    ...{ id: preview.id, format: preview.format, entries: preview.total, counts, expires_at: preview.expiresAt },
    job: job === null ? null : { ...job.counts, done: doneIn(job), ...longJobItem(job) },
    results: entries.map((entry, n) => entryItem(entry, results[n] ?? null)),
    ...{ page, per_page: perPage, pages: Math.ceil(listed / perPage) },
  };
};
