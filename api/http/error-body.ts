/** The error body of each surface: the integrations API uses the codes of its document, and has no further properties. */
import type { ErrorAnswer } from './errors.ts';

export const INTEGRATIONS_PREFIX = '/integrations/v1';

/** Accepts a route's path or a URL's; case-insensitive. */
export const isIntegrations = (path: string): boolean => `${path.toLowerCase()}/`.startsWith(`${INTEGRATIONS_PREFIX}/`);

const CODES: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_query'],
  [401, 'invalid_credential'],
  [403, 'credential_inactive'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [429, 'rate_limited'],
  [500, 'internal_error'],
  [503, 'unavailable'],
]);

export const ERROR_CODES = [
  ...['invalid_query', 'missing_credential', 'invalid_credential', 'credential_inactive', 'credential_expired'],
  ...['origin_rejected', 'scope_missing', 'rate_limited', 'not_found', 'method_not_allowed', 'unavailable'],
  'internal_error',
] as const;

export const errorBody = (path: string, { status, code, rule, body }: ErrorAnswer): Readonly<Record<string, unknown>> =>
  isIntegrations(path)
    ? {
        error: body.error,
        code: code ?? CODES.get(status) ?? (status < 500 ? 'invalid_query' : 'internal_error'),
        details: body.details ?? null,
      }
    : { ...body, ...((code ?? rule) === undefined ? {} : { code: code ?? rule }) };
