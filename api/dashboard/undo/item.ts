/** The results of an undo, actual or previewed, as the API shows them. */
import type { Outcome } from '../../../commands/undo/outcome.ts';
import { ID, REQUEST } from '../../../domain/limits.ts';
import { defined } from '../../../domain/own.ts';
import { isStep } from '../../../domain/undoables.ts';
import { timelineRow } from '../../../projections/queries/timeline.ts';
import { timelineItems } from '../activity/item.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, choiceOf, COUNT, madeId, MILLISECONDS, object, orNull, STRING, textOf } from '../../http/schemas.ts';

const ANY = { description: 'Null for no value.' } as const;
const BYTES = { ...COUNT, description: 'The size of the value as JSON, if this list omits it.' } as const;
const POINTER = { ...STRING, examples: ['/title'] } as const;

export const EVENT_ID = { ...STRING, examples: ['7c0f6d1e-2f5b-8a3c-9d4e-1b2a3c4d5e6f'] } as const;

export const RESULT = {
  outcome: choiceOf(['undone', 'unchanged', 'refused'], {
    description: '`unchanged`: everything is already as it was before the event.',
  }),
  changes: {
    type: 'array',
    description: 'The reverted changes: the values before and after the undo.',
    items: object({ path: POINTER, before: ANY, after: ANY, before_bytes: BYTES, after_bytes: BYTES }, [
      'before_bytes',
      'after_bytes',
    ]),
  },
  conflicts: {
    type: 'array',
    description: 'Values changed since the event: the value that the undo would restore, and the current one.',
    items: object({ path: POINTER, restores: ANY, stands: ANY, restores_bytes: BYTES, stands_bytes: BYTES }, [
      'restores_bytes',
      'stands_bytes',
    ]),
    examples: [[]],
  },
  reason: { ...orNull('string'), examples: [null], description: 'Why the undo is refused.' },
  code: {
    ...orNull('string'),
    examples: [null],
    description: 'The stable code of `reason`, such as `changed_since`, `no_inverse` or `role_too_low`.',
  },
} as const;

const EVENT_UNDONE = object(
  {
    id: EVENT_ID,
    occurred_at: MILLISECONDS,
    event_type: STRING,
    subject: object({ type: STRING, id: STRING, label: STRING }),
    summary: STRING,
    ...RESULT,
    with: {
      ...orNull('string'),
      examples: [null],
      description:
        'The event that created the record, if it is among these events: the record is removed or kept as a whole.',
    },
    job_step: { ...BOOLEAN, description: 'Whether the event is among the `steps`.' },
    changes_omitted: { ...COUNT, description: 'Number of changes left out, if this list omits some.' },
    conflicts_omitted: { ...COUNT, description: 'Number of conflicts left out, if this list omits some.' },
  },
  ['changes_omitted', 'conflicts_omitted'],
);

export const EVENTS_UNDONE = { type: 'array', items: EVENT_UNDONE } as const;

export const FIELDS = {
  type: 'array',
  minItems: 1,
  maxItems: REQUEST.listItems,
  uniqueItems: true,
  items: textOf(REQUEST.pointerCharacters, { examples: ['/title'] }),
  description:
    'JSON Pointers: undoes only these parts of the changes. An event that can only be undone as a whole, such as the creation of a project, is undone as a whole if one of its parts is named. Default: all changes or none.',
} as const;

export const DRY_RUN = {
  ...BOOLEAN,
  default: false,
  description: 'Returns what would happen without changing anything.',
} as const;

export const CAUSE = madeId(
  `The \`correlation_id\` that the events share, or an \`X-Request-Id\` that you have sent; at most ${ID.made} characters.`,
);

export const resultOf = ({ outcome, changes, conflicts, refusal }: Outcome) => ({
  outcome,
  changes: changes.map(({ path, before = null, now = null, beforeBytes, nowBytes }) => ({
    ...{ path, before: now, after: before },
    ...defined({ before_bytes: nowBytes, after_bytes: beforeBytes }),
  })),
  conflicts: conflicts.map(({ path, before = null, now = null, beforeBytes, nowBytes }) => ({
    ...{ path, restores: before, stands: now },
    ...defined({ restores_bytes: beforeBytes, stands_bytes: nowBytes }),
  })),
  reason: refusal?.message ?? null,
  code: refusal?.code ?? null,
});

/** In the order of the outcomes. */
export const undoneItems = async (deps: DashboardDeps, workspace: string, outcomes: readonly Outcome[]) => {
  const rows = await Promise.all(outcomes.map(({ id }) => timelineRow(deps.readModels, workspace, id)));
  const found = rows.flatMap((row) => row ?? []);
  const items = await timelineItems(deps, workspace, found, () => ({ changes: [] }));
  const byId = new Map(items.map((item) => [item.id, item]));
  return outcomes.flatMap((each) => {
    const item = byId.get(each.id);
    if (item === undefined) return [];
    const { id, occurred_at, event_type, subject, summary } = item;
    const isJobStep = each.outcome === 'refused' && isStep(each.type);
    const result = { ...resultOf(each), with: each.with ?? null, job_step: isJobStep };
    const { changes: changesLeft = 0, conflicts: conflictsLeft = 0 } = each.omitted ?? {};
    const omitted = {
      ...(changesLeft > 0 ? { changes_omitted: changesLeft } : {}),
      ...(conflictsLeft > 0 ? { conflicts_omitted: conflictsLeft } : {}),
    };
    return [{ id, occurred_at, event_type, subject, summary, ...result, ...omitted }];
  });
};
