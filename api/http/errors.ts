/** From what went wrong to a status and a body that names the field, and never a stack or a secret. */
import type { Log } from '../../commands/ports.ts';
import { Refused, Unavailable, type RefusalKind } from '../../domain/errors.ts';

export type ErrorBody = { readonly error: string; readonly details?: Readonly<Record<string, unknown>> | null };
export type ErrorAnswer = {
  readonly status: number;
  /** Stable and machine-readable, where the failure has one of its own. */
  readonly code?: string;
  /** The same of a rule of the catalogue; the integrations surface, whose codes its document lists, does not tell it. */
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

/** A credential that is missing, wrong, or not enough, or has been used too often; its code is part of the contract. */
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
}

const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
};

/** A store is usually back within seconds: soon enough to ask again, late enough not to add to its trouble. */
const RETRY_AFTER_SECONDS = '5';

const INTERNAL = 500;
const UNAVAILABLE = 503;

/** The status that the error will be answered with. */
export const statusOf = (error: unknown): number => {
  if (error instanceof HttpFailure) return error.answer.status;
  if (error instanceof Refused) return STATUS[error.kind];
  return error instanceof Unavailable ? UNAVAILABLE : INTERNAL;
};

const NAMES = ['field', 'parameter', 'path'] as const;

/** Each 400 lists what is wrong under `errors`, also where it is one thing. */
const listed = (answer: ErrorAnswer): ErrorAnswer => {
  const { error, details } = answer.body;
  if (answer.status !== 400 || Array.isArray(details?.['errors'])) return answer;
  const named = NAMES.flatMap((name) => (typeof details?.[name] === 'string' ? [[name, details[name]] as const] : []));
  const errors = [{ ...Object.fromEntries(named), message: error }];
  return { ...answer, body: { ...answer.body, details: { ...details, errors } } };
};

const answered = (error: unknown, correlationId: string, log: Log): ErrorAnswer => {
  if (error instanceof CredentialRefused) return { ...error.answer, code: error.code };
  if (error instanceof HttpFailure) return error.answer;
  if (error instanceof Refused) {
    const { code, message, details } = error;
    return {
      status: STATUS[error.kind],
      rule: code,
      body: details === null ? { error: message } : { error: message, details },
      headers: {},
    };
  }
  if (error instanceof Unavailable) {
    log.warn({ correlationId, what: error.what, err: error }, 'answered 503');
    const details = { correlation_id: correlationId };
    return {
      status: UNAVAILABLE,
      body: { error: error.inWords ?? `the ${error.what} cannot be reached at the moment`, details },
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    };
  }
  log.error({ correlationId, err: error }, 'answered 500');
  return {
    status: INTERNAL,
    body: { error: 'internal error', details: { correlation_id: correlationId } },
    headers: {},
  };
};

export const answerTo = (error: unknown, correlationId: string, log: Log): ErrorAnswer =>
  listed(answered(error, correlationId, log));
