/** `colophon sessions create` for users who are already members. */
import assert from 'node:assert/strict';
import { membershipsOf } from '../../../projections/queries/members.ts';
import { workspaces } from '../../../projections/workspaces/workspaces.ts';
import { operationsIn, cli } from '../../support/command-line.ts';
import { closing } from '../../support/closing.ts';
import { startRole } from '../../support/starting.ts';
import { until } from '../../support/until.ts';
import { inPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const sessions = suite('sessions created at the command line');

sessions('change the role of a member and report it, but do not lower that of the last administrator', () =>
  inPlace(
    async ({ env }) => {
      const operations = operationsIn(env);
      await operations.createWorkspace('lab', undefined);
      const create = async (email: string, role: string, ...more: readonly string[]) => {
        const { code, out, complaints } = await cli(
          ['sessions', 'create', '--email', email, '--role', role, ...more],
          operations,
        );
        return [code, out.split('\n')[0], ...complaints];
      };
      const [op, ada] = ['op@example.org', 'ada@example.org'];
      assert.deepEqual(await create(op, 'superadmin'), [0, `${op} is superadmin of org`]);
      assert.deepEqual(await create(op, 'member'), [1, '', 'colophon: the workspace would have no administrator']);
      assert.deepEqual(await create(op, 'superadmin'), [0, `${op} is superadmin of org`]);
      assert.deepEqual(await create(ada, 'member'), [0, `${ada} is member of org`]);
      assert.deepEqual(await create(op, 'member'), [1, '', 'colophon: the workspace would have no administrator']);
      assert.deepEqual(await create(ada, 'workspace_admin'), [0, `${ada} is workspace admin of org (was member)`]);
      const [code, json = ''] = await create(op, 'member', '--json');
      assert.equal(code, 0);
      assert.equal((JSON.parse(String(json)) as { previous_role: string }).previous_role, 'superadmin');
    },
    { forPrograms: true },
  ),
);

sessions('belong to a member when the command ends, and the workspace exists, if a projector runs', () =>
  inPlace(
    async (place) => {
      await using projector = closing(await startRole('projector', place.env));
      await until(
        projector.readiness,
        ({ body: { roles, projections } }) =>
          roles['projector']?.leading === true &&
          projections.some(({ name, phase }) => name === 'workspaces' && phase === 'live'),
      );
      await using stores = closing(await place.open());
      const operations = operationsIn(place.env);
      for (const workspace of ['lab', 'museum', 'school']) {
        await operations.createWorkspace(workspace, undefined);
        assert.ok(await stores.readModels.get(workspaces, workspace));
        const request = { email: 'ada@example.org', role: 'member', workspace } as const;
        const { user_id: userId } = await operations.createSession(request);
        const memberships = await membershipsOf(stores.readModels, userId);
        assert.ok(memberships.some((membership) => membership.workspace === workspace));
      }
    },
    { forPrograms: true },
  ),
);
