/** Checks that an answer has the shape that is used of it; everything else in it may be as it likes. */
import { Ajv, type SchemaObject } from 'ajv';
import type { Provider } from '../../domain/publication/events.ts';
import { ProviderUnavailable } from '../../workers/ingestion/ports.ts';

const ajv = new Ajv({ strict: false });

/** Throws `ProviderUnavailable('unexpected_shape')`: an answer that makes no sense is an outage, not an answer. */
export const shape = <T>(provider: Provider, schema: SchemaObject): ((body: unknown) => T) => {
  const validate = ajv.compile(schema);
  return (body) => {
    if (validate(body)) return body as T;
    const [problem] = validate.errors ?? [];
    const where = `${problem?.instancePath ?? ''} ${problem?.message ?? ''}`;
    throw new ProviderUnavailable(provider, 'unexpected_shape', `answered in an unexpected shape: ${where}`);
  };
};
