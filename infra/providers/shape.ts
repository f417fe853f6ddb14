/** Checks that an answer has the shape that is used of it; everything else in it may be as it likes. */
import { Ajv, type AnySchema } from 'ajv';
import type { Provider } from '../../domain/publication/events.ts';
import { ProviderUnavailable } from '../../workers/ingestion/ports.ts';

const ajv = new Ajv({ strict: false });

/** Throws `ProviderUnavailable('unexpected_shape')`: an answer that makes no sense is an outage, not an answer. */
export const shape = <T>(provider: Provider, schema: AnySchema): ((body: unknown) => T) => {
  const validate = ajv.compile<T>(schema);
  return (body) => {
    if (validate(body)) return body;
    const [problem] = validate.errors ?? [];
    throw new ProviderUnavailable(
      provider,
      'unexpected_shape',
      `answered in an unexpected shape: ${problem?.instancePath ?? ''} ${problem?.message ?? ''}`,
    );
  };
};
