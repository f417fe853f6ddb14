/** Schemas of error bodies: one for the integrations API, one for all others. */
import { ERROR_CODES, GENERAL_CODES, isIntegrations } from '../http/error-body.ts';
import type { Schema } from '../http/schema-types.ts';

const ERROR = { type: 'string', description: 'What is wrong.' };
const DETAILS = {
  type: ['object', 'null'],
  description:
    'Details of the error, if known: the `field` or `parameter`, what is `accepted`, the individual `errors`, or the ' +
    '`correlation_id` with which the operator finds the cause. A 400 always has `errors`.',
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          field: { type: 'string', description: 'A field of the body, or a header.' },
          parameter: { type: 'string', description: 'A parameter of the query or path.' },
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
      description:
        'For programs: the rule or key check that failed, or else the kind of error: ' +
        `${GENERAL_CODES.map((code) => `\`${code}\``).join(', ')}. A 500 has none, nor has the 401 of a request without a session.`,
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
    code: { type: 'string', enum: ERROR_CODES, description: 'The error, for programs.' },
    details: DETAILS,
  },
  additionalProperties: false,
};

export const errorBodyOf = (path: string): Schema => (isIntegrations(path) ? INTEGRATIONS_ERROR_BODY : ERROR_BODY);
