/** The undo that is being prepared: its target, its preview and its execution. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Api, AnswerTo } from '../../../client/api.ts';
import { failureFrom } from '../../../client/failure.ts';
import type { Event } from '../../../client/generated/operations.ts';
import type { LoadOptions } from '../../../client/resource.ts';
import { api } from '../../../client/session.ts';
import { plainText } from '../../../parts/markup-parser.ts';
import { sayOutcome, undoCause } from '../../../parts/undo/undo.ts';
import { nameOf } from '../../events/naming.ts';

export type Target =
  | { readonly kind: 'event'; readonly id: string; readonly paths: readonly string[] }
  | { readonly kind: 'cause'; readonly id: string };

/** `event`: set if it is the only one to undo; `opened`: distinguishes one press from the next; `page`: of a cause's events. */
export type Opened = Target & { readonly event: Event | null; readonly opened: number; readonly page: number };

const current = signal<Opened | null>(null);
export const target: ReadonlySignal<Opened | null> = current;

export const startUndo = (next: Target, event: Event | null = null): void => {
  current.value = { ...next, event, opened: Date.now(), page: 1 };
};
export const turnTo = (page: number): void => {
  if (current.value !== null) current.value = { ...current.value, page };
};
export const endUndo = (): void => {
  current.value = null;
};

type EventAnswer = AnswerTo<'POST /api/activity/{id}/undo'>;
type CauseAnswer = AnswerTo<'POST /api/activity/causes/{correlation_id}/undo'>;
export type CausePreview = Extract<CauseAnswer, { readonly results: unknown }>;

type EventPreview = {
  readonly kind: 'event';
  readonly result: EventAnswer;
  /** The paths that can still be undone if others cannot; null for all. */
  readonly fields: readonly string[] | null;
};
export type Preview = EventPreview | { readonly kind: 'cause'; readonly result: CausePreview };

const isWithin = (path: string, other: string): boolean => path === other || path.startsWith(`${other}/`);

/** The paths without those changed since, and without their parents and children. */
export const untouched = (paths: readonly string[], conflicts: readonly { readonly path: string }[]) =>
  paths.filter((path) => !conflicts.some((other) => isWithin(path, other.path) || isWithin(other.path, path)));

const acceptedBy = (error: unknown): readonly string[] => {
  const { accepted } = failureFrom(error).details;
  return Array.isArray(accepted) ? accepted.filter((path) => typeof path === 'string') : [];
};

/** The part of an event that has not been changed since, if any. */
const restOf = async (
  ask: Api,
  { id, paths }: Extract<Target, { kind: 'event' }>,
  { conflicts }: EventAnswer,
  asking: LoadOptions,
): Promise<EventPreview | null> => {
  const look = async (fields: readonly string[]): Promise<EventPreview | null> => {
    if (fields.length === 0) return null;
    const { body } = await ask('POST /api/activity/{id}/undo', {
      params: { id },
      body: { dry_run: true, fields: [...fields] },
      ...asking,
    });
    return body.changes.length === 0 ? null : { kind: 'event', result: body, fields };
  };
  return look(untouched(paths, conflicts)).catch((error: unknown) =>
    // The undo may have coarser paths than the change; the refusal lists them.
    look(untouched(acceptedBy(error), conflicts)).catch(() => null),
  );
};

type Shown = Target & Pick<Opened, 'page'>;

export const previewOf = async (ask: Api, of: Shown, asking: LoadOptions): Promise<Preview> => {
  if (of.kind === 'cause') {
    const { body } = await ask('POST /api/activity/causes/{correlation_id}/undo', {
      params: { correlation_id: of.id },
      query: { page: of.page, per_page: 50 },
      body: { dry_run: true },
      ...asking,
    });
    return { kind: 'cause', result: body as CausePreview };
  }
  const { body } = await ask('POST /api/activity/{id}/undo', {
    params: { id: of.id },
    body: { dry_run: true },
    ...asking,
  });
  if (body.conflicts.length === 0) return { kind: 'event', result: body, fields: null };
  const rest = await restOf(ask, of, body, asking);
  if (rest === null) return { kind: 'event', result: body, fields: null };
  return { ...rest, result: { ...rest.result, conflicts: body.conflicts } };
};

/** Undoes the target and reports the outcome. Rejects with a `Failure`. */
export const carryOut = async (of: Opened, fields: readonly string[] | null): Promise<void> => {
  if (of.kind === 'cause') return undoCause(of.id);
  const { body } = await api('POST /api/activity/{id}/undo', {
    params: { id: of.id },
    body: fields === null ? {} : { fields: [...fields] },
  });
  const { event } = of;
  const what = event === null ? undefined : `${nameOf(event)} – ${plainText(event.subject.label)}`;
  // Someone else may have been faster.
  const undone = body.outcome === 'undone' ? 1 : 0;
  sayOutcome({ undone, refused: 0, steps: 0, correlationId: body.correlation_id }, { what });
};
