/** Whether anything has changed in the workspace since the page was shown: asked for in the background, while it is seen. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { api, role, workspace } from './session.ts';

const EVERY_MS = 8_000;

const counted = signal(0);

/** Grows with each change that somebody made: what is shown is then read again. */
export const changes: ReadonlySignal<number> = counted;

let last: { readonly workspace: string; readonly event: string | undefined } | null = null;

const look = async (): Promise<void> => {
  const at = workspace.value;
  if (at === null || role.value === null || document.visibilityState !== 'visible') return;
  try {
    const { body } = await api('GET /api/activity', { query: { per_page: 1 }, inBackground: true });
    const event = body.events[0]?.id;
    if (last?.workspace === at && last.event !== event) counted.value += 1;
    last = { workspace: at, event };
  } catch {
    // The next look tells.
  }
};

/** Begins to look. The returned function ends it. */
export const watchChanges = (): (() => void) => {
  const timer = setInterval(() => void look(), EVERY_MS);
  const seen = (): void => void look();
  document.addEventListener('visibilitychange', seen);
  void look();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
};
