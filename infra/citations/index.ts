/** Citations in APA style, each written once for a record, revision and language, by a process of its own. */
import { LRUCache } from 'lru-cache';
import type { Citations } from '../../api/dashboard/ports.ts';
import type { Log } from '../../commands/ports.ts';
import { citationLocale } from './locale.ts';
import { startWriter } from './writer.ts';

/** About 400 bytes each. */
const KEPT = 50_000;

export const openCitations = ({ log }: { readonly log: Log }): Citations & { close(): Promise<void> } => {
  const kept = new LRUCache<string, Promise<string | null>>({ max: KEPT });
  const writer = startWriter(log);

  return {
    apa: (items, asked) => {
      const locale = citationLocale(asked);
      const keyOf = ({ id, revision }: (typeof items)[number]): string => `${locale} ${revision} ${id}`;
      const missing = items.filter((item) => !kept.has(keyOf(item)));
      // One question for all that are missing; abstracts are long, and no citation shows them.
      const written = writer.write(
        missing.map(({ csl: { abstract: _abstract, custom: _custom, ...cited } }) => cited),
        locale,
      );
      missing.forEach((item, index) => {
        const key = keyOf(item);
        const one = written.then((citations) => citations[index] ?? null);
        kept.set(key, one);
        // What could not be written may be next time.
        void one.then((citation) => citation === null && kept.delete(key));
      });
      return Promise.all(items.map((item) => kept.get(keyOf(item)) ?? Promise.resolve(null)));
    },
    close: () => writer.close(),
  };
};
