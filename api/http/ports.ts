/** Observers of requests, which do not change the answers. */

type Asked = { readonly method: string; readonly correlationId: string };

export type Answered = {
  /** As it is declared, such as `/v1/doi/*doi`: never the address itself, which may name a person. Null if no route fitted. */
  readonly route: string | null;
  readonly status: number;
};

/** Sees a request from its arrival to its answer: for measuring and tracing. */
export type WatchRequest = (asked: Asked, answer: () => Promise<Answered>) => Promise<void>;
