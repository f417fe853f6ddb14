/** Iterates over all rows of a workspace, however many, by ascending id. */
import { publications } from '../catalogue/publications.ts';
import { ingestions, type IngestionRow } from '../ingestions.ts';
import { having, type Collection, type Condition, type Fields, type Find, type ReadModels } from '../ports.ts';
import type { Stored, TermPrefix } from '../ports.ts';
import { works } from '../works.ts';

/** Rows per page: up to 20 ms of work if they are read whole, during which the embedded store answers no other call. */
const PAGE_SIZE = 200;

/** The rows after this id, by ascending id; null = from the first. */
export const pageAfter = <R, F extends string = Fields<R>>(
  readModels: ReadModels,
  collection: Collection<R, string>,
  after: string | null,
  { where: { all, terms = [] }, ...find }: Find<F>,
): Promise<readonly Stored<R, F>[]> => {
  const following: readonly Condition[] = after === null ? all : [...all, { field: 'id', gt: after }];
  return readModels.find(collection, { ...find, where: { all: following, terms } });
};

/** Yields, in pages, every row that meets the conditions throughout, exactly once; rows that appear meanwhile may be included. */
export const iteratePages = async function* <R, F extends string = Fields<R>>(
  readModels: ReadModels,
  collection: Collection<R, string>,
  conditions: readonly Condition[],
  fields?: readonly F[],
  terms: readonly TermPrefix[] = [],
): AsyncIterable<readonly Stored<R, F>[]> {
  for (let after: string | null = null; ;) {
    const find = { where: { all: conditions, terms }, limit: PAGE_SIZE, ...(fields === undefined ? {} : { fields }) };
    const rows: readonly Stored<R, F>[] = await pageAfter(readModels, collection, after, find);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_SIZE) return;
    after = rows.at(-1)?.id ?? null;
  }
};

export const iterateRows = async function* <R, F extends string = Fields<R>>(
  ...asked: Parameters<typeof iteratePages<R, F>>
): AsyncIterable<Stored<R, F>> {
  for await (const page of iteratePages(...asked)) yield* page;
};

/** Yields DOIs. */
export const iteratePublications = async function* (readModels: ReadModels, workspace: string): AsyncIterable<string> {
  for await (const row of iterateRows(readModels, publications, having({ workspace }), ['doi'])) yield row.doi;
};

/** Yields the DOIs of publications whose authors need attention. */
export const publicationsNeedingAttention = async function* (
  readModels: ReadModels,
  workspace: string,
): AsyncIterable<string> {
  const conditions = having({ workspace, needsAttention: true });
  for await (const row of iterateRows(readModels, publications, conditions, ['doi'])) yield row.doi;
};

/** Yields work keys. */
export const iterateWorks = async function* (readModels: ReadModels, workspace: string): AsyncIterable<string> {
  for await (const row of iterateRows(readModels, works, having({ workspace }), ['key'])) yield row.key;
};

export const iterateJobs = (readModels: ReadModels, workspace: string): AsyncIterable<IngestionRow> =>
  iterateRows(readModels, ingestions, having({ workspace }));
