/** A small library: the collections and rows that the contract of the read models writes and queries. */
import type {
  Batch,
  Collection,
  Find,
  ReadModels,
  Recount,
  Row,
  Tombstone,
  Where,
} from '../../../projections/ports.ts';

export const papers: Collection<Row> = {
  name: 'papers_v1',
  indexes: [
    { equal: ['workspace', 'visible'], sort: 'year' },
    { equal: ['workspace', 'visible'], sort: 'title' },
    { equal: ['workspace', 'authors'], sort: 'year' },
    { equal: ['type'] },
    { equal: [], sort: 'cited' },
    { equal: ['workspace', 'type'], sort: 'cited', dir: 'desc', unsearched: true },
    { equal: ['workspace'], sort: 'shelf' },
  ],
  arrays: ['authors'],
  unique: ['shelf'],
  shown: ['subtitle', 'pages', 'editors', 'journal'],
  search: true,
};

export const people: Collection<Row> = {
  name: 'people_v1',
  indexes: [
    { equal: ['workspace'], sort: 'papers' },
    { equal: ['workspace'], sort: 'name' },
  ],
};

export const PROJECTION = 'library_v1';

export const paper = (id: string, position: number, fields: Readonly<Partial<Row>> = {}): Row => ({
  workspace: 'org',
  visible: true,
  ...fields,
  id,
  position,
});

type Changes = {
  readonly replace?: readonly Row[];
  readonly remove?: readonly Tombstone[];
  readonly collection?: Collection;
  readonly recounts?: readonly Recount[];
  readonly phase?: 'filling' | 'live';
};

/** A batch on one collection whose checkpoint is at `position`. */
export const batch = (
  position: number,
  { replace = [], remove = [], collection = papers, recounts = [], phase = 'live' }: Changes = {},
): Batch => ({
  projection: PROJECTION,
  changes: [{ collection, replace, remove }],
  recounts,
  checkpoint: { position, phase },
});

/** A store with these papers, indexed from the start. */
export const holding = async (store: ReadModels, rows: readonly Row[]): Promise<void> => {
  await store.create(papers, 'now');
  const last = Math.max(0, ...rows.map(({ position }) => position));
  await store.commit(batch(last, { replace: rows }));
};

export const everything: Where = { all: [] };

export const ids = (rows: readonly Row[]): readonly string[] => rows.map(({ id }) => id);

/** The ids that a query finds, a hundred at most by default. */
export const found = async (store: ReadModels, where: Where, find: Partial<Find> = {}): Promise<readonly string[]> =>
  ids(await store.find(papers, { limit: 100, ...find, where }));
