/** Validates the parts of a response that are used; other properties are not checked. */
import { Ajv, type SchemaObject } from 'ajv';
import type { Provider } from '../../domain/publication/events.ts';
import { ProviderUnavailable } from '../../workers/ingestion/ports.ts';

const ajv = new Ajv({ strict: false });

export const unexpected = (provider: Provider, what: string): ProviderUnavailable =>
  new ProviderUnavailable(provider, 'unexpected_shape', `returned a response of an unexpected shape: ${what}`);

/** Returns the body unchanged, or throws `ProviderUnavailable('unexpected_shape')`. */
export const shapeOf =
  (provider: Provider, schema: SchemaObject): ((body: unknown) => unknown) =>
  (body) => {
    const validate = ajv.compile(schema);
    if (validate(body)) return body;
    const [problem] = validate.errors ?? [];
    throw unexpected(provider, `${problem?.instancePath ?? ''} ${problem?.message ?? ''}`.trim());
  };
