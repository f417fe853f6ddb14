/** Observers of requests; they do not change answers. */

type Incoming = { readonly method: string };

export type Answered = {
  /** The declared path, such as `/v1/doi/*doi`, never the address, which may name a person. Null if no route matched. */
  readonly route: string | null;
  readonly status: number;
  readonly correlationId: string;
};

/** Wraps a request from arrival to answer, for metrics and tracing. */
export type WatchRequest = (request: Incoming, answer: () => Promise<Answered>) => Promise<void>;
