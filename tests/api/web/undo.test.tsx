/** The display of an undo that is done, and of one that runs as a job. */
import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import { navigate } from '../../../api/web/client/router.ts';
import { loadSession } from '../../../api/web/client/session.ts';
import { Toasts } from '../../../api/web/parts/toast.tsx';
import { UndoProgress } from '../../../api/web/parts/undo/progress.tsx';
import { undoing, undoJobs } from '../../../api/web/parts/undo/undo.ts';
import { suite } from '../../support/suite.ts';

const undo = suite('an undo');

const JOB = { id: 'job', status: 'queued', cause: 'much', events: 120, undone: 0, unchanged: 0, refused: 0, steps: 0 };
const DONE = { results: [], correlation_id: 'the undo', events: 12, unchanged: 0 };
const ANSWERS: Readonly<Record<string, readonly [status: number, body: unknown]>> = {
  '/debug-auth': [200, { identity: { user_id: 'jo', email: 'jo@example.org' }, memberships: [{ workspace_id: 'org', role: 'member' }] }], // oxfmt-ignore
  '/api/activity/causes/much/undo': [202, JOB],
  '/api/activity/causes/little/undo': [200, { ...DONE, undone: 12, refused: 0, steps: 0 }],
  '/api/activity/causes/harvest/undo': [200, { ...DONE, undone: 8, refused: 4, steps: 3 }],
  '/api/activity/causes/overtaken/undo': [200, { ...DONE, undone: 0, refused: 0, steps: 0 }],
  '/api/activity/causes/edited/undo': [200, { ...DONE, undone: 0, refused: 1, steps: 0 }],
  '/api/activity/causes/job/undo': [200, { ...DONE, undone: 120, refused: 0, steps: 0 }],
};

const fetching = globalThis.fetch;
undo.before(async () => {
  Object.assign(globalThis, {
    history: { pushState: () => undefined, replaceState: () => undefined },
    document: { visibilityState: 'hidden' },
  });
  globalThis.fetch = (input) => {
    const [status, body] = ANSWERS[typeof input === 'string' ? input : ''] ?? [404, {}];
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  };
  navigate('/w/org', { replace: true });
  await loadSession();
});
undo.after(() => {
  globalThis.fetch = fetching;
});

const renderProgress = (): string =>
  render(
    <Toasts>
      <UndoProgress />
    </Toasts>,
  );

undo('that is done reports how much was restored', async () => {
  await undoing('little').run();
  assert.match(renderProgress(), /12 changes undone/u);
});

undo('reports what was not undone, excluding the steps of a job', async () => {
  await undoing('harvest').run();
  assert.match(renderProgress(), /8 changes undone\. 1 change stays/u);
});

undo('of much is reported as running, and is done only when its job is', async () => {
  let isShown = false;
  await undoing('much', { then: () => (isShown = true) }).run();
  assert.match(renderProgress(), /120 changes are being undone/u);
  assert.doesNotMatch(renderProgress(), /120 changes undone/u);
  assert.deepEqual(undoJobs.jobs.value, [{ id: 'job', events: 120, workspace: 'org', user: 'jo' }]);
  assert.ok(isShown);
});

undo('that someone else did first, or that did nothing, does not claim to have undone anything', async () => {
  await undoing('overtaken', { what: 'Publication hidden' }).run();
  assert.match(renderProgress(), /Nothing was left to undo: Publication hidden/u);
  await undoing('edited').run();
  assert.match(renderProgress(), />1 change stays/u);
  assert.doesNotMatch(renderProgress(), />0 changes/u);
});

undo('reports what it has undone, if known', async () => {
  await undoing('little', { what: '12 publications hidden' }).run();
  assert.match(renderProgress(), /12 changes undone: 12 publications hidden/u);
});

undo('that is undone reports that the changes are restored', async () => {
  await undoing('job', { isBack: true }).run();
  assert.match(renderProgress(), /The changes are back/u);
});

undo('is followed only in the workspace where it was started', () => {
  navigate('/w/other', { replace: true });
  assert.doesNotMatch(renderProgress(), /being undone/u);
});
