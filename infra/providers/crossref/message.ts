/** The envelope of every Crossref response. */
import type { SchemaObject } from 'ajv';
import { at } from '../json.ts';
import { shapeOf } from '../shape.ts';

/** Reads the message of a response, or throws `ProviderUnavailable('unexpected_shape')`. */
export const messageOf = (message: SchemaObject): ((body: unknown) => unknown) => {
  const checked = shapeOf('crossref', { type: 'object', required: ['message'], properties: { message } });
  return (body) => at(checked(body), 'message');
};
