/** Providers that know a person and nothing else, except for the responses set by a test. */
import type { Providers } from '../../workers/ingestion/ports.ts';
import { listedAs } from './listed-as.ts';

export const providersThat = (answers: Partial<Providers>): Providers => ({
  person: () =>
    Promise.resolve(
      listedAs({ creditName: 'Josiah Carberry', givenName: null, familyName: null, otherNames: [], biography: null }),
    ),
  list: () => Promise.resolve(listedAs([])),
  describe: () => Promise.resolve({ kind: 'notThere' }),
  facts: () => Promise.resolve(new Map()),
  changedSince: () => Promise.resolve(new Set()),
  mergedInto: () => Promise.resolve(new Map()),
  close: () => Promise.resolve(),
  ...answers,
});
