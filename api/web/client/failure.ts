/** Failed requests, by the kinds that pages distinguish. */
import { limitIn } from './accepted.ts';

export type FailureBody = {
  readonly error?: string;
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>> | null;
};

const KINDS = {
  0: 'offline',
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  412: 'stale',
  429: 'busy',
  503: 'unavailable',
} as const;

type KindByStatus = (typeof KINDS)[keyof typeof KINDS];

type FailureContext = Partial<Pick<Failure, 'requestId' | 'words'>>;

export class Failure extends Error {
  override readonly name = 'Failure';
  /** 0: no response. */
  readonly status: number;
  /** The API's code for the rule that refused the request; null if no rule did. */
  readonly code: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** Shown instead of the server's message: the page's own wording, in the reader's language. */
  readonly words: string | null;

  constructor(status: number, body: FailureBody | null, { requestId = null, words = null }: FailureContext = {}) {
    super(body?.error ?? `status ${status}`);
    this.status = status;
    this.code = body?.code ?? null;
    this.details = body?.details ?? {};
    this.requestId = requestId;
    this.words = words;
  }

  saying(words: string): Failure {
    return this.#with(words, this.details);
  }

  about(details: Failure['details']): Failure {
    return this.#with(this.words, details);
  }

  #with(words: string | null, details: Failure['details']): Failure {
    const { status, message: error, code, requestId } = this;
    const body = { error, details, ...(code !== null && { code }) };
    return new Failure(status, body, { requestId, words });
  }

  get kind(): KindByStatus | 'refused' | 'broken' {
    const known: Readonly<Record<number, KindByStatus>> = KINDS;
    return known[this.status] ?? (this.status >= 400 && this.status < 500 ? 'refused' : 'broken');
  }

  /** Whether the server may have done what was asked, for example because only its answer was lost. */
  get hasUnknownOutcome(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** Messages by field or parameter, which forms show beside their controls; those of list entries are keyed by the list. */
  get byField(): ReadonlyMap<string, string> {
    const listed = Array.isArray(this.details['errors']) ? (this.details['errors'] as unknown[]) : [this.details];
    return new Map(
      listed.flatMap((each): [string, string][] => {
        const { parameter, field, path, message } = (each ?? {}) as Readonly<Record<string, unknown>>;
        const name = [field, parameter, path].find((given) => typeof given === 'string');
        if (typeof name !== 'string') return [];
        const said = typeof message === 'string' ? message : this.message;
        return [[name.replace(/^\//u, '').replace(/\/.*$/u, ''), this.words ?? limitIn(said) ?? said]];
      }),
    );
  }
}

export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const failureFrom = (error: unknown): Failure =>
  error instanceof Failure ? error : new Failure(-1, { error: error instanceof Error ? error.message : String(error) });
