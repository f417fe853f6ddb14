/** Whether tests run on servers, and on which: `TEST_STORES=servers`, `MONGODB_URL`, `EVENTSTORE_URL`. */

const wanted = process.env['TEST_STORES'] ?? 'embedded';
if (wanted !== 'embedded' && wanted !== 'servers') throw new Error(`TEST_STORES is embedded or servers, not ${wanted}`);

export const onServers = wanted === 'servers';

const named = (name: string): string | null => process.env[name] || null;

/** Why tests cannot run on servers here; null if they can. */
export const noServers = (): string | null => (named('MONGODB_URL') === null ? 'MONGODB_URL is not set' : null);

/** `eventStoreUrl` null = a double is used instead. Throws with the reason in `noServers`. */
export const serversUnderTest = (): { readonly eventStoreUrl: string | null; readonly mongodbUrl: string } => {
  const mongodbUrl = named('MONGODB_URL');
  if (mongodbUrl === null) throw new Error(`TEST_STORES=servers, but ${noServers() ?? ''}`);
  return { eventStoreUrl: named('EVENTSTORE_URL'), mongodbUrl };
};
