/** Notices in the background when the workspace has changed, while the page is visible. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { api, role, workspace } from './session.ts';

const EVERY_MS = 8_000;

const counted = signal(0);

/** Grows with each change: resources are then loaded again. */
export const changes: ReadonlySignal<number> = counted;

let last: { readonly workspace: string; readonly event: string | undefined } | null = null;

/** Checks now, such as after an undo. */
export const noticeChanges = async (): Promise<void> => {
  const at = workspace.value;
  if (at === null || role.value === null || document.visibilityState !== 'visible') return;
  try {
    const { body } = await api('GET /api/activity', { query: { per_page: 1 }, inBackground: true });
    const event = body.events[0]?.id;
    if (last?.workspace === at && last.event !== event) counted.value += 1;
    last = { workspace: at, event };
  } catch {
    // The next check will notice.
  }
};

/** Checks regularly. Returns a function that stops it. */
export const watchChanges = (): (() => void) => {
  const timer = setInterval(() => void noticeChanges(), EVERY_MS);
  const seen = (): void => void noticeChanges();
  document.addEventListener('visibilitychange', seen);
  void noticeChanges();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
};
