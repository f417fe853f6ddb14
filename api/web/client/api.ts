/** The client of the API: typed from its OpenAPI document, bound to the workspace, with failures that pages can show. */
import type { Operations } from './generated/operations.ts';
import { Failure, type FailureBody } from './failure.ts';
import type { PendingWrite } from './pending.ts';

export type Operation = keyof Operations;
export type AnswerTo<O extends Operation> = Operations[O]['answer'];
/** Null leaves a parameter out. */
export type QueryOf<O extends Operation> = {
  readonly [Name in keyof Operations[O]['query']]: Operations[O]['query'][Name] | null;
};
export type BodyOf<O extends Operation> = Operations[O]['body'];

type Given<Name extends string, T> = [T] extends [never]
  ? { readonly [N in Name]?: never }
  : { readonly [N in Name]: T };

type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** The ETag of the version that was read: the write fails if it has changed since. */
  readonly ifMatch?: string | undefined;
  /** Sent by the page, not by a user's action: does not keep the session alive. */
  readonly inBackground?: boolean;
  /** Shared by requests that form one action on the timeline. Default: a separate cause for each request. */
  readonly cause?: string | undefined;
};

export type Ask<O extends Operation> = Given<'params', Operations[O]['params']> &
  Partial<Given<'query', QueryOf<O>>> &
  Given<'body', BodyOf<O>> &
  CallOptions;

export type Answered<O extends Operation> = {
  readonly body: AnswerTo<O>;
  readonly etag: string | null;
  /** The cause under which the timeline shows it. */
  readonly cause: string | null;
};

type Asking<O extends Operation> = Record<never, never> extends Ask<O> ? [ask?: Ask<O>] : [ask: Ask<O>];

type Options = {
  readonly fetch: typeof fetch;
  /** Null while no workspace is chosen. */
  readonly workspace: () => string | null;
  readonly signedOut: () => void;
  /** Called with each write that is stored but not yet shown in listings. */
  readonly pending?: (write: PendingWrite) => void;
};

type AnyAsk = CallOptions & {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** The URL of an operation; query parameters without a value are left out. */
export const addressOf = (operation: Operation, { params = {}, query = {} }: AnyAsk = {}): string => {
  const template = operation.slice(operation.indexOf(' ') + 1);
  const path = template.replace(/\{(\w+)\}/gu, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
};

const bodyIn = async (response: Response): Promise<unknown> => {
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return isJson ? ((await response.json()) as unknown) : null;
};

const pendingIn = ({ headers }: Response): PendingWrite | null => {
  const [listings, position] = [headers.get('x-colophon-pending'), headers.get('x-colophon-position')];
  return listings === null || position === null ? null : { listings, position: Number(position) };
};

const headersOf = (ask: AnyAsk, workspace: string | null): Headers => {
  const headers = new Headers({ Accept: 'application/json' });
  if (workspace !== null) headers.set('X-Workspace-Id', workspace);
  if (ask.body !== undefined) headers.set('Content-Type', 'application/json');
  if (ask.ifMatch !== undefined) headers.set('If-Match', ask.ifMatch);
  if (ask.inBackground === true) headers.set('X-Colophon-Background', '1');
  if (ask.cause !== undefined) headers.set('X-Request-Id', ask.cause);
  return headers;
};

/** The name that the server gives a file. */
const nameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/u.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';

/** Rejects with a `Failure`, or with an `AbortError` if the signal was aborted. */
const openAsk = ({ fetch, workspace, signedOut, pending }: Options) => {
  const send = async (operation: Operation, ask: AnyAsk): Promise<Response> => {
    const init: RequestInit = {
      method: operation.slice(0, operation.indexOf(' ')),
      headers: headersOf(ask, workspace()),
      credentials: 'same-origin',
    };
    if (ask.body !== undefined) init.body = JSON.stringify(ask.body);
    if (ask.signal !== undefined) init.signal = ask.signal;
    try {
      return await fetch(addressOf(operation, ask), init);
    } catch (error) {
      if (ask.signal?.aborted === true) throw error;
      throw new Failure(0, null);
    }
  };

  return async (operation: Operation, ask: AnyAsk): Promise<Response> => {
    const response = await send(operation, ask);
    if (!response.ok) {
      const body = (await bodyIn(response).catch(() => null)) as FailureBody | null;
      if (response.status === 401) signedOut();
      throw new Failure(response.status, body, { requestId: response.headers.get('x-request-id') });
    }
    const write = pendingIn(response);
    if (write !== null) pending?.(write);
    return response;
  };
};

export const openApi = (options: Options) => {
  const asked = openAsk(options);
  return async <O extends Operation>(operation: O, ...[given]: Asking<O>): Promise<Answered<O>> => {
    const response = await asked(operation, given ?? {});
    return {
      body: (await bodyIn(response)) as AnswerTo<O>,
      etag: response.headers.get('etag'),
      cause: response.headers.get('x-request-id'),
    };
  };
};

/** For operations that answer with a file. `received`: is given the number of bytes so far, since a long one takes minutes. */
export const openDownload = (options: Options) => {
  const asked = openAsk(options);
  return async <O extends Operation>(
    operation: O,
    given: NonNullable<Asking<O>[0]>,
    received: (bytes: number) => void = () => undefined,
  ): Promise<File> => {
    const response = await asked(operation, given);
    const parts: BlobPart[] = [];
    let bytes = 0;
    try {
      const reader = response.body?.getReader();
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
        parts.push(part.value);
        bytes += part.value.length;
        received(bytes);
      }
      return new File(parts, nameOf(response));
    } catch {
      // It has broken off.
      throw new Failure(0, null);
    }
  };
};

export type Api = ReturnType<typeof openApi>;
