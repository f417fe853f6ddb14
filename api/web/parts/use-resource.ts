/** A component's resource: loaded when its key or the workspace changes, and again when the catalogue changes. */
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { addressOf, type AnswerTo, type Ask, type Operation } from '../client/api.ts';
import { changes } from '../client/live.ts';
import { openResource, type Load, type Reading, type Resource } from '../client/resource.ts';
import { api, answerCache, workspace } from '../client/session.ts';

export type InUse<T> = Reading<T> & Pick<Resource<T>, 'again' | 'set' | 'foresee'>;

/** `key`: everything the answer depends on except the workspace. Null loads nothing. */
export const useResource = <T>(key: string | null, load: Load<T>): InUse<T> => {
  const resource = useMemo(() => openResource<T>(answerCache), []);
  const latest = useRef(load);
  latest.current = load;
  const full = key === null ? null : `${workspace.value ?? ''} ${key}`;
  // A layout effect sends the request while the browser still lays out the page.
  useLayoutEffect(() => {
    if (full !== null) void resource.ask(full, (asking) => latest.current(asking));
  }, [full]);
  const seen = useRef(changes.value);
  const now = changes.value;
  useEffect(() => {
    if (now !== seen.current && full !== null) void resource.again(true);
    seen.current = now;
  }, [now]);
  useEffect(() => () => resource.close(), []);
  return { ...resource.reading.value, again: resource.again, set: resource.set, foresee: resource.foresee };
};

/** The server's answer to a request, with its URL as the key. Null sends nothing. */
export const useAnswer = <O extends Extract<Operation, `GET ${string}`>>(
  operation: O | null,
  ask: Pick<Ask<O>, 'params' | 'query'>,
): InUse<AnswerTo<O>> => {
  const asked: object = ask;
  const read = api as (from: O | null, how: object) => Promise<{ readonly body: AnswerTo<O> }>;
  return useResource(
    operation === null ? null : addressOf(operation, asked),
    async (asking) => (await read(operation, { ...asked, ...asking })).body,
  );
};

/** The server's first answer, for a form: later changes by others lead to a conflict and discard nothing typed. */
export const useFirst = <T>(found: InUse<T>): InUse<T> => {
  const first = useRef<T | null>(null);
  // While it is loading, `data` may be an answer of an earlier visit.
  if (first.current === null && !found.isLoading) first.current = found.data;
  return { ...found, data: first.current, failure: first.current === null ? found.failure : null };
};
