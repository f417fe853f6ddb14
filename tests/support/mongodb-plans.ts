/** How a MongoDB would run the queries of an adapter, without running them. */
import type { Collection, Document, FindCursor } from 'mongodb';

/** The stages of the winning plan, on every shard: the others do not matter. */
export const stagesOf = (plan: unknown): readonly string[] => {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf);
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([key, value]) => {
    if (key === 'rejectedPlans') return [];
    return key === 'stage' && typeof value === 'string' ? [value] : stagesOf(value);
  });
};

/** Whether this server supports explain. */
export const explains = async (rows: Collection): Promise<boolean> => {
  const plan = await rows
    .find({})
    .explain('queryPlanner')
    .catch(() => null);
  return stagesOf(plan).length > 0;
};

/** The collection, with empty pages; the plans of each query are passed on. */
export const explaining = <T extends Document>(
  rows: Collection<T>,
  onPlan: (stages: readonly string[]) => void,
): Collection<T> => {
  const find = (...args: Parameters<Collection<T>['find']>): FindCursor => {
    const cursor: FindCursor = rows.find(...args);
    cursor.toArray = async () => {
      onPlan(stagesOf(await cursor.explain('queryPlanner')));
      return [];
    };
    return cursor;
  };
  return new Proxy(rows, {
    get: (target, name) => {
      if (name === 'find') return find;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};
