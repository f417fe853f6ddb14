/** What a refusal looks like: on the integrations surface, and everywhere else. */
import type { Schema } from '../http/route.ts';
import { isOfIntegrations } from './names.ts';

const ERROR = { type: 'string', description: 'What is wrong, in words.' };
const DETAILS = {
  type: ['object', 'null'],
  description:
    'What the words are about, as far as it can be said: `field` or `parameter`, what is `accepted`, the `errors` one by one, ' +
    'or the `correlation_id` by which the operator finds the fault.',
};

const ERROR_BODY: Schema = {
  title: 'Error',
  type: 'object',
  required: ['error'],
  properties: { error: ERROR, details: DETAILS },
  additionalProperties: true,
};

export const INTEGRATIONS_CODES = [
  'invalid_query',
  'missing_credential',
  'invalid_credential',
  'credential_inactive',
  'credential_expired',
  'origin_rejected',
  'scope_missing',
  'rate_limited',
  'not_found',
  'method_not_allowed',
  'unavailable',
  'internal_error',
] as const;

const INTEGRATIONS_ERROR_BODY: Schema = {
  title: 'IntegrationsError',
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: ERROR,
    code: { type: 'string', enum: INTEGRATIONS_CODES, description: 'What is wrong, for programs.' },
    details: DETAILS,
  },
  additionalProperties: false,
};

/** The schema of what an address answers when it refuses. */
export const errorBodyOf = (path: string): Schema => (isOfIntegrations(path) ? INTEGRATIONS_ERROR_BODY : ERROR_BODY);
