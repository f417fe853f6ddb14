/** Changes are followed on one process, while another projects, and on a third when the first is killed. */
import assert from 'node:assert/strict';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { openInstallation } from '../../support/installation.ts';
import { colophon, endsAs } from '../../support/program.ts';
import { inPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const FREE = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error' };

const following = suite('following changes');

following('resumes on another process when the first is killed, and ends in time when it stops', () =>
  inPlace(async (place) => {
    const before = await openInstallation({ place });
    const { token } = await grantSession(before, {
      email: 'jo@example.org',
      role: 'workspace_admin',
      workspace: 'org',
    });
    await before.settled();
    await before.stop();

    const start = (role: string) => colophon({ ...place.env, ...FREE }, ['start', '--role', role]);
    const [one, other, projector] = [start('api'), start('api'), start('projector')];
    const urlOf = async (program: typeof one): Promise<string> => (await program.prints(/(?<=dashboard on )\S+/u))[0];
    try {
      const headers = { authorization: `Bearer ${token}` };
      const follow = async (program: typeof one, last?: string) =>
        openEventStream(`${await urlOf(program)}/api/changes?workspace_id=org`, {
          ...headers,
          ...(last !== undefined && { 'last-event-id': last }),
        });
      const change = async (program: typeof one, id: string): Promise<void> => {
        const { status } = await fetch(`${await urlOf(program)}/api/categories`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ id, name: { en: id } }),
        });
        assert.ok(status === 201 || status === 202, `${status}`);
      };
      const changedIn = (event: { readonly data: unknown } | null): unknown =>
        (event?.data as { changed: unknown }).changed;

      const stream = await follow(one);
      await stream.next();
      await change(other, 'first');
      const event = await stream.nextOf('change');
      assert.deepEqual(changedIn(event), [{ type: 'category', id: 'first' }]);

      one.kill();
      await stream.ended();
      await change(other, 'second');
      const again = await follow(other, event?.id ?? '');
      assert.deepEqual(changedIn(await again.nextOf('change')), [{ type: 'category', id: 'second' }]);

      const [ended] = await Promise.all([other.stop('SIGTERM'), again.ended()]);
      endsAs(ended, { code: 0, err: /(?:)/u });
    } finally {
      for (const program of [one, other, projector]) program.kill();
      await Promise.all([one, other, projector].map(({ ended }) => ended));
    }
  }),
);
