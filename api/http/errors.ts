/** Maps errors to a status and a body that names the field, and never contains a stack trace or a secret. */
import type { Log } from '../../commands/ports.ts';
import { Refused, Unavailable, type RefusalKind } from '../../domain/errors.ts';

export type ErrorBody = { readonly error: string; readonly details?: Readonly<Record<string, unknown>> | null };
export type ErrorAnswer = {
  readonly status: number;
  /** Stable and machine-readable, if the failure has a specific one. */
  readonly code?: string;
  /** The code of a violated rule of the catalogue; omitted by the integrations API, whose document lists its codes. */
  readonly rule?: string;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
};

/** A failure of the HTTP exchange itself, such as a wrong method. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly answer: ErrorAnswer;

  constructor(status: number, error: string, details?: ErrorBody['details'], headers: ErrorAnswer['headers'] = {}) {
    super(error);
    this.answer = { status, body: details === undefined ? { error } : { error, details }, headers };
  }
}

/** A credential that is missing, invalid, insufficient or rate-limited; its code is part of the contract. */
export class CredentialRefused extends HttpFailure {
  readonly code: string;

  constructor(
    status: 401 | 403 | 429,
    code: string,
    error: string,
    { details, headers }: { readonly details?: ErrorBody['details']; readonly headers?: ErrorAnswer['headers'] } = {},
  ) {
    super(status, error, details, headers);
    this.code = code;
  }

  with(headers: ErrorAnswer['headers']): CredentialRefused {
    const { status, body, headers: own } = this.answer;
    const more = { details: body.details, headers: { ...own, ...headers } };
    return new CredentialRefused(status as 401 | 403 | 429, this.code, body.error, more);
  }
}

const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  unavailable: 503,
};

/** A store usually recovers within seconds; a shorter delay would add to its load. */
const RETRY_AFTER_SECONDS = '5';

export const statusOf = (error: unknown): number => {
  if (error instanceof HttpFailure) return error.answer.status;
  if (error instanceof Refused) return STATUS[error.kind];
  return error instanceof Unavailable ? 503 : 500;
};

const NAMES = ['field', 'parameter', 'path'] as const;

/** Every 400 lists its problems under `errors`, even a single one. */
const withErrorList = (answer: ErrorAnswer): ErrorAnswer => {
  const { error, details } = answer.body;
  if (answer.status !== 400 || Array.isArray(details?.['errors'])) return answer;
  const named = NAMES.flatMap((name) => (typeof details?.[name] === 'string' ? [[name, details[name]] as const] : []));
  const errors = [{ ...Object.fromEntries(named), message: error }];
  return { ...answer, body: { ...answer.body, details: { ...details, errors } } };
};

const toAnswer = (error: unknown, correlationId: string, log: Log): ErrorAnswer => {
  if (error instanceof CredentialRefused) return { ...error.answer, code: error.code };
  if (error instanceof HttpFailure) return error.answer;
  const status = statusOf(error);
  if (error instanceof Refused) {
    const { code, message, details } = error;
    const body = details === null ? { error: message } : { error: message, details };
    if (status !== 503) return { status, rule: code, body, headers: {} };
    log.warn({ correlationId, reason: message }, 'answered 503');
    return { status, rule: code, body, headers: { 'Retry-After': RETRY_AFTER_SECONDS } };
  }
  const details = { correlation_id: correlationId };
  if (error instanceof Unavailable) {
    log.warn({ correlationId, what: error.what, err: error }, 'answered 503');
    const body = { error: error.inWords ?? `the ${error.what} cannot be reached at the moment`, details };
    return { status, body, headers: { 'Retry-After': RETRY_AFTER_SECONDS } };
  }
  log.error({ correlationId, err: error }, 'answered 500');
  return { status, body: { error: 'internal error', details }, headers: {} };
};

export const answerTo = (error: unknown, correlationId: string, log: Log): ErrorAnswer =>
  withErrorList(toAnswer(error, correlationId, log));
