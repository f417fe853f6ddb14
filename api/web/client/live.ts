/** Notices in the background whether anything has changed in the workspace, while the page is seen. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { api, role, workspace } from './session.ts';

const EVERY_MS = 8_000;

const counted = signal(0);

/** Grows when others or the reader have changed something: what is shown is then read again. */
export const changes: ReadonlySignal<number> = counted;

let last: { readonly workspace: string; readonly event: string | undefined } | null = null;

/** Looks at once, such as after an undo. */
export const noticeChanges = async (): Promise<void> => {
  const at = workspace.value;
  if (at === null || role.value === null || document.visibilityState !== 'visible') return;
  try {
    const { body } = await api('GET /api/activity', { query: { per_page: 1 }, inBackground: true });
    const event = body.events[0]?.id;
    if (last?.workspace === at && last.event !== event) counted.value += 1;
    last = { workspace: at, event };
  } catch {
    // The next look will notice.
  }
};

/** Begins to look. The returned function ends it. */
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
