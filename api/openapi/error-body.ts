/** What a refusal looks like: on the integrations surface, and everywhere else. */
import { ERROR_CODES, isIntegrations } from '../http/error-body.ts';
import type { Schema } from '../http/schema.ts';

const ERROR = { type: 'string', description: 'What is wrong.' };
const DETAILS = {
  type: ['object', 'null'],
  description:
    'What the words are about, as far as it can be said: `field` or `parameter`, what is `accepted`, the `errors` one by one, ' +
    'or the `correlation_id` by which the operator finds the fault. A 400 always has `errors`.',
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          field: { type: 'string', description: 'Of the body, or a header.' },
          parameter: { type: 'string', description: 'Of the query or the path.' },
          message: { type: 'string' },
        },
      },
    },
  },
};

const ERROR_BODY: Schema = {
  title: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: ERROR,
    code: {
      type: 'string',
      description: 'For programs: the rule of the catalogue, or the check of a key, that refused.',
    },
    details: DETAILS,
  },
  additionalProperties: true,
};

const INTEGRATIONS_ERROR_BODY: Schema = {
  title: 'IntegrationsError',
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: ERROR,
    code: { type: 'string', enum: ERROR_CODES, description: 'What is wrong, for programs.' },
    details: DETAILS,
  },
  additionalProperties: false,
};

/** The schema of what an address answers when it refuses. */
export const errorBodyOf = (path: string): Schema => (isIntegrations(path) ? INTEGRATIONS_ERROR_BODY : ERROR_BODY);
