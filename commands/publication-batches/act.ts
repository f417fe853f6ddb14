/** One action on many publications: an outcome for each, one cause for all; repeating it does nothing more. */
import PQueue from 'p-queue';
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { PublicationCommand } from '../../domain/publication/commands.ts';
import type { Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { publicationAggregate } from '../publication.ts';

export const BATCH_ACTIONS = ['hide', 'show', 'keep_visible', 'delete', 'restore'] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];

const COMMANDS = {
  hide: { type: 'HidePublication' },
  show: { type: 'ShowPublication' },
  keep_visible: { type: 'KeepRetracted' },
  delete: { type: 'DeletePublication' },
  restore: { type: 'RestorePublication' },
} as const satisfies Readonly<Record<BatchAction, PublicationCommand>>;

export type BatchOutcome = {
  readonly id: string;
  /** `unchanged`: nothing had to be done. */
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  readonly refusal: Pick<Refused, 'kind' | 'code' | 'message'> | null;
};

export type Acted = {
  /** In the order given; a repeated id once. */
  readonly outcomes: readonly BatchOutcome[];
  /** The position that listings must reach to show all of it, even what was not changed; null if none of them exists. */
  readonly position: Position | null;
};

/** Enough to share the log's group commits. */
const AT_ONCE = 16;

/**
 * With `dryRun`, what it would do now. Throws `Unavailable`; what was done is kept, and repeating it does the rest.
 * Repeated with the same `caller.commandId`, it appends nothing twice and returns the same outcomes.
 */
export const act = async (
  deps: Pick<Deps, 'events' | 'clock' | 'watchCommand'>,
  dois: readonly string[],
  action: BatchAction,
  caller: Caller,
  { dryRun = false, signal }: { readonly dryRun?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Acted> => {
  let position: Position | null = null;
  const one = async (doi: string): Promise<BatchOutcome> => {
    signal?.throwIfAborted();
    try {
      const done = await handle(deps, publicationAggregate, doi, COMMANDS[action], caller, { dryRun });
      position = Math.max(position ?? 0, done.position ?? 0);
      return { id: doi, outcome: done.events.length === 0 ? 'unchanged' : 'changed', refusal: null };
    } catch (error) {
      if (error instanceof Refused && (error.kind === 'not_found' || error.kind === 'conflict'))
        return { id: doi, outcome: 'refused', refusal: { kind: error.kind, code: error.code, message: error.message } };
      throw error;
    }
  };
  const queue = new PQueue({ concurrency: AT_ONCE });
  const outcomes = await queue.addAll([...new Set(dois)].map((doi) => () => one(doi)));
  return { outcomes, position };
};
