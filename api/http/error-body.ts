/** The error body of each surface: the integrations API has only the codes of the decisions, and no further properties. */
import { defined } from '../../domain/own.ts';
import type { ErrorAnswer } from './errors.ts';

export const INTEGRATIONS_PREFIX = '/integrations/v1';

/** Accepts a route's path or a URL's; case-insensitive. */
export const isIntegrations = (path: string): boolean => `${path.toLowerCase()}/`.startsWith(`${INTEGRATIONS_PREFIX}/`);

const INTEGRATIONS_CODES: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_query'],
  [401, 'invalid_credential'],
  [403, 'credential_inactive'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [429, 'rate_limited'],
  [500, 'internal_error'],
  [503, 'unavailable'],
]);

/** Codes of failures that have no other. The 401 of a request without a session and a 500 have none. */
const CODES: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [406, 'not_acceptable'],
  [413, 'body_too_large'],
  [414, 'address_too_long'],
  [415, 'unsupported_media_type'],
  [416, 'range_not_satisfiable'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
]);

export const GENERAL_CODES: readonly string[] = [...CODES.values()];

export const ERROR_CODES = [
  ...['invalid_query', 'missing_credential', 'invalid_credential', 'credential_inactive', 'credential_expired'],
  ...['origin_rejected', 'scope_missing', 'rate_limited', 'not_found', 'method_not_allowed', 'unavailable'],
  'internal_error',
] as const;

export const errorBody = (path: string, { status, code, rule, body }: ErrorAnswer) => {
  if (!isIntegrations(path)) return { ...body, ...defined({ code: code ?? rule ?? CODES.get(status) }) };
  const general = INTEGRATIONS_CODES.get(status) ?? (status < 500 ? 'invalid_query' : 'internal_error');
  return { error: body.error, code: code ?? general, details: body.details ?? null };
};
