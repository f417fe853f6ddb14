/** Watches for changes in the workspace while the page is visible: one watcher for all parts of a page. */
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { addressOf } from './api.ts';
import { follow, type Changes, type Following, type FollowOptions } from './follow.ts';
import { pending, settlePending, type PendingWrite } from './pending.ts';
import { api, role, workspace } from './session.ts';

const counted = signal(0);

/** Increases with each change; resources then reload. */
export const changes: ReadonlySignal<number> = counted;

/** Reloads everything shown, for example after signing in again. */
export const reloadAll = (): void => void (counted.value += 1);

const later: FollowOptions['later'] = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const openStream =
  (at: string): FollowOptions['open'] =>
  (after, { onChanges, onFailure }) => {
    const stream = new EventSource(addressOf('GET /api/changes', { query: { workspace_id: at, after } }));
    const receive = ({ data }: MessageEvent<string>): void => onChanges(JSON.parse(data) as Changes);
    stream.addEventListener('change', receive);
    stream.addEventListener('heartbeat', receive);
    stream.addEventListener('error', () => onFailure(stream.readyState === EventSource.CLOSED));
    return stream;
  };

const ask: FollowOptions['ask'] = async (after) =>
  (await api('GET /api/changes', { query: { after }, inBackground: true })).body;

/** The time between checks: listings that took longer than the server waits are seldom ready immediately. */
const PENDING_MS = 1_000;

const settle = async (write: PendingWrite): Promise<void> => {
  try {
    const { body } = await api('GET /api/changes/pending', { query: write, inBackground: true });
    if (body.pending.length > 0) return;
    settlePending(write);
    counted.value += 1;
  } catch {
    // The next check will catch up.
  }
};

/** While a write is pending, polls until listings show it, then reloads pages. Returns a function that stops it. */
const watchPending = (): (() => void) =>
  effect(() => {
    const write = pending.value;
    if (write === null) return undefined;
    let cancel = later(() => void again(), PENDING_MS);
    const again = async (): Promise<void> => {
      await settle(write);
      if (pending.peek() === write) cancel = later(() => void again(), PENDING_MS);
    };
    return () => cancel();
  });

let following: Following | null = null;

export const noticeChanges = async (): Promise<void> => following?.check();

/** Follows the workspace in the address. Returns a function that stops it. */
export const watchChanges = (): (() => void) => {
  const isVisible = signal(document.visibilityState === 'visible');
  const seen = (): void => void (isVisible.value = document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', seen);
  let last: { readonly workspace: string; readonly position: number | null } | null = null;
  const stop = effect(() => {
    const at = workspace.value;
    // Browsers limit the connections to a host, so a hidden tab holds none.
    if (at === null || role.value === null || !isVisible.value) return undefined;
    const after = last?.workspace === at ? last.position : null;
    const mine = follow({ after, ask, open: openStream(at), changed: () => (counted.value += 1), later });
    following = mine;
    return () => {
      last = { workspace: at, position: mine.position() };
      following = null;
      mine.stop();
    };
  });
  const stopPending = watchPending();
  return () => {
    stop();
    stopPending();
    document.removeEventListener('visibilitychange', seen);
  };
};
