/** Checks that an answer has the shape that is used of it; everything else in it may be as it likes. */
import { Ajv, type SchemaObject } from 'ajv';
import type { Provider } from '../../domain/publication/events.ts';
import { ProviderUnavailable } from '../../workers/ingestion/ports.ts';

const ajv = new Ajv({ strict: false });

export const unexpected = (provider: Provider, what: string): ProviderUnavailable =>
  new ProviderUnavailable(provider, 'unexpected_shape', `answered in an unexpected shape: ${what}`);

/** Hands the answer on, or throws `ProviderUnavailable('unexpected_shape')`: nonsense is a refusal, not an answer. */
export const shapeOf = (provider: Provider, schema: SchemaObject): ((body: unknown) => unknown) => {
  const validate = ajv.compile(schema);
  return (body) => {
    if (validate(body)) return body;
    const [problem] = validate.errors ?? [];
    throw unexpected(provider, `${problem?.instancePath ?? ''} ${problem?.message ?? ''}`.trim());
  };
};
