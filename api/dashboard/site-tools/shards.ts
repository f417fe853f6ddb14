/** Responses of the tools that work shard by shard. */
import type { ShardOutcome } from '../../../domain/site/events.ts';
import type { Schemas } from '../../http/schema-types.ts';
import { COUNT, object, orNull, STRING } from '../../http/schemas.ts';

export const SHARD_ERROR = {
  ...orNull('string'),
  description: 'Why the shard failed; null if it succeeded.',
  examples: [null],
} as const;

/** 200 if every shard succeeded, else 500 with an error that names the failed shards; the body is included either way. */
export const answerFor = <Result extends object>(
  shards: readonly ShardOutcome[],
  body: Result,
  headers: Readonly<Record<string, string>>,
) => {
  const failed = shards.filter(({ error }) => error !== null);
  if (failed.length === 0) return { body, headers };
  const error = `${failed.length} of ${shards.length} shards failed: ${failed.map(({ shard }) => shard).join(', ')}`;
  const details = { failed_shards: failed.map(({ shard, error: why }) => ({ shard, error: why })) };
  return { status: 500, body: { error, details, ...body }, headers } as const;
};

export const failureSchema = <const Fields extends Schemas>(fields: Fields) =>
  object({
    error: STRING,
    details: object({ failed_shards: { type: 'array', items: object({ shard: COUNT, error: SHARD_ERROR }) } }),
    ...fields,
  });
