/** How the service stands, for administrators: what `colophon status` tells the operator, without folders and addresses. */
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { BOOLEAN, COUNT, MILLISECONDS, object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

const BYTES = { ...COUNT, description: 'Bytes.' } as const;

const DISK = object({ used_bytes: { ...BYTES, description: 'Bytes of the stores.' }, free_bytes: BYTES });

const BACKUP = object({ at: MILLISECONDS, bytes: BYTES, events: COUNT });

const PROJECTION = object({
  projection: { ...STRING, description: 'Its name.' },
  version: COUNT,
  phase: { type: 'string', enum: ['absent', 'filling', 'live'], description: 'Only `live` rows are served.' },
  paused: { ...BOOLEAN, description: 'An operator has paused it.' },
  lag_events: { ...COUNT, description: 'Events that it has not processed; 1000 means 1000 or more.' },
  lag_ms: { ...COUNT, description: 'Age of the oldest of them, in milliseconds.' },
});

export const statusRoute = ({ standing }: Pick<DashboardDeps, 'standing'>): Route =>
  route('GET /api/site-tools/status', WORKSPACE_ADMIN, {
    summary: 'Status of the service',
    description:
      'The release, the kinds of stores, the disk of embedded stores, how far listings are behind the log, and the last backup that ' +
      '`colophon backup` took: null if there was none, or if the stores are on servers, which are backed up with their own tools.',
    responses: {
      200: object({
        version: { ...STRING, description: 'With the commit, if it is known.' },
        stores: object({
          events: { type: 'string', enum: ['embedded', 'eventstoredb'] },
          read_models: { type: 'string', enum: ['embedded', 'mongodb'] },
          state: { type: 'string', enum: ['embedded', 'mongodb'] },
        }),
        disk: { anyOf: [DISK, { type: 'null' }], description: 'Null if all stores are on servers.' },
        projections: { type: 'array', items: PROJECTION },
        last_backup: { anyOf: [BACKUP, { type: 'null' }] },
      }),
    },
    handle: async () => {
      const { version, stores, disk, projections, lastBackup } = await standing();
      return {
        body: {
          version,
          stores: { events: stores.events, read_models: stores.readModels, state: stores.state },
          disk: disk && { used_bytes: disk.usedBytes, free_bytes: disk.freeBytes },
          projections: projections.map(({ name, version: of, phase, paused = false, lagEvents, lagMs }) => ({
            ...{ projection: name, version: of, phase, paused },
            lag_events: lagEvents,
            lag_ms: Math.round(lagMs),
          })),
          last_backup: lastBackup,
        },
      };
    },
  });
