/** Streams a workspace's changes to one follower, for as long as they have access. */
import { Unavailable } from '../../../domain/errors.ts';
import type { Position } from '../../../domain/event.ts';
import { FOLLOWING } from '../../../domain/limits.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { changedBetween, type Changed } from '../../../projections/queries/changes.ts';
import type { StreamedEvent } from '../../http/route.ts';
import type { ChangeFeed } from './feed.ts';

export type Follower = {
  readonly feed: ChangeFeed;
  readonly readModels: Pick<ReadModels, 'find'>;
  readonly workspace: string;
  /** Where the follower left off; null = from now on. */
  readonly after: Position | null;
  readonly isStillGranted: () => Promise<boolean>;
  readonly heartbeatMs?: number | undefined;
};

export const changesAsShown = (position: Position, { records, hasMore }: Changed) => ({
  position,
  changed: records,
  has_more: hasMore,
});

const sent = (event: 'change' | 'heartbeat', position: Position, changed: Changed): StreamedEvent => ({
  event,
  id: String(position),
  data: changesAsShown(position, changed),
});

/** The changes after a position, as far as listings show them. */
export const changesAfter = async (
  { feed, readModels, workspace }: Pick<Follower, 'feed' | 'readModels' | 'workspace'>,
  after: Position | null,
): Promise<Changed & { readonly position: Position }> => {
  const position = await feed.position();
  if (after === null) return { position, records: [], hasMore: false };
  // These stores do not have it, such as after restoring a backup: anything may have changed.
  if (after > position) return { position, records: [], hasMore: true };
  return { position, ...(await changedBetween(readModels, workspace, { after, upTo: position })) };
};

const isNews = ({ records, hasMore }: Changed): boolean => records.length > 0 || hasMore;

const events = async function* (follower: Follower, signal: AbortSignal): AsyncIterable<StreamedEvent> {
  const { feed, readModels, workspace, after, isStillGranted, heartbeatMs = FOLLOWING.heartbeatMs } = follower;
  const first = await changesAfter(follower, after);
  // Sent even without changes, so the client knows it is connected and from which position to resume.
  yield sent(isNews(first) ? 'change' : 'heartbeat', first.position, first);
  let at = first.position;
  let dueAt = performance.now() + heartbeatMs;
  for (;;) {
    const upTo = await feed.after(at, { withinMs: Math.max(0, dueAt - performance.now()), signal });
    if (signal.aborted || feed.closed.aborted) return;
    const changed = await changedBetween(readModels, workspace, { after: at, upTo });
    at = upTo;
    if (!isNews(changed) && performance.now() < dueAt) continue;
    // Checked before sending: an ended session must receive nothing more.
    if (!(await isStillGranted())) return;
    yield sent(isNews(changed) ? 'change' : 'heartbeat', at, changed);
    dueAt = performance.now() + heartbeatMs;
  }
};

/** Ends when the session or membership ends, the process stops, or a store is unavailable; the client then reconnects. */
export const follow = async function* (follower: Follower, signal: AbortSignal): AsyncIterable<StreamedEvent> {
  try {
    yield* events(follower, signal);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
};
