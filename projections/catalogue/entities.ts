/** Entities of a workspace, by which affiliations are named. */
import type { LocalizedText } from '../../domain/localized-text.ts';
import { defineFold, type Changes } from '../define.ts';
import type { Collection } from '../ports.ts';

export type EntityRow = {
  readonly id: string;
  readonly terms?: readonly string[];
  readonly workspace: string;
  readonly entityId: string;
  readonly name: LocalizedText;
  readonly archived: boolean;
};

export const entities: Collection = {
  name: 'entities_v1',
  indexes: [{ equal: ['workspace', 'archived'], sort: 'entityId' }],
};

const when: Changes<EntityRow> = {
  EntityCreated: (_row, { data, metadata: { workspace } }, id) => ({
    id,
    workspace,
    entityId: data.id,
    name: data.name,
    archived: false,
  }),
  EntityRenamed: (row, { data }) => (row === null ? null : { ...row, name: data.name }),
  EntityArchived: (row) => (row === null ? null : { ...row, archived: true }),
};

export const entityFold = defineFold<EntityRow>({
  collection: entities,
  ids: ({ stream }) => (stream.startsWith('entity-') ? [stream.slice('entity-'.length)] : []),
  when,
});
