/** Entities of a workspace, which affiliations refer to. */
import type { LocalizedText } from '../../domain/localized-text.ts';
import type { Revision } from '../../domain/event.ts';
import { defineFold, versioned } from '../define.ts';
import type { Collection } from '../ports.ts';
import { VERSION } from './version.ts';

export type EntityRow = {
  readonly id: string;
  readonly terms?: readonly string[];
  readonly workspace: string;
  readonly entityId: string;
  readonly name: LocalizedText;
  readonly archived: boolean;
  readonly createdAt: number;
  readonly revision: Revision;
};

export const entities: Collection<EntityRow> = {
  name: versioned('entities', VERSION),
  indexes: [{ equal: ['workspace', 'archived'], sort: 'entityId', asked: 'asc' }],
};

export const entityFold = defineFold<EntityRow>({
  collection: entities,
  ids: ({ stream }) => (stream.startsWith('entity-') ? [stream.slice('entity-'.length)] : []),
  when: {
    EntityCreated: (_row, { data, metadata: { workspace, at }, revision }, id) => ({
      id,
      workspace,
      entityId: data.id,
      name: data.name,
      archived: false,
      createdAt: at,
      revision,
    }),
    EntityRenamed: (row, { data, revision }) => (row === null ? null : { ...row, name: data.name, revision }),
    EntityArchived: (row, { revision }) => (row === null ? null : { ...row, archived: true, revision }),
    EntityUnarchived: (row, { revision }) => (row === null ? null : { ...row, archived: false, revision }),
  },
});
