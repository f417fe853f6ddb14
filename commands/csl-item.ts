/** CSL-JSON as it is sent: what the schema accepts. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CslItem } from '../domain/csl.ts';
import { CSL_ITEM_SCHEMA } from '../domain/csl-schema.ts';
import { Refused } from '../domain/errors.ts';
import { acceptedAt } from '../domain/facts/schema.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

/** Throws `Refused('invalid')`, naming the field. */
export const parseCslItem = (record: unknown): CslItem => {
  const validate = ajv.compile<CslItem>(CSL_ITEM_SCHEMA);
  if (validate(record)) return record;
  const [error] = validate.errors ?? [];
  const extra: unknown = error?.params['additionalProperty'] ?? error?.params['missingProperty'];
  const field = `${error?.instancePath ?? ''}${typeof extra === 'string' ? `/${extra}` : ''}`.slice(1) || 'record';
  const known =
    error?.keyword === 'additionalProperties' ? 'is not a CSL-JSON field' : (error?.message ?? 'is invalid');
  throw new Refused('invalid', 'invalid_csl', `the result would not be valid CSL-JSON: ${field} ${known}`, {
    field,
    accepted: acceptedAt(field) ?? 'the fields and types of CSL-JSON 1.0.2; anything else goes under custom, an object',
  });
};
