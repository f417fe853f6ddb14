/** Citations in APA style, each written once for a workspace, its content and a language, by a process of its own. */
import { createHash } from 'node:crypto';
import type { Citations } from '../../api/dashboard/ports.ts';
import { boundedCache } from '../../commands/bounded-cache.ts';
import type { Log } from '../../commands/ports.ts';
import type { CslItem } from '../../domain/csl.ts';
import { citedPart } from '../../domain/publication/cited.ts';
import { startWriter } from './writer.ts';

/** The languages that citations can be written in. */
const BUNDLED = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'nl-NL'] as const;
const [ENGLISH] = BUNDLED;

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/** That locale, else one of its language, else English. */
const citationLocale = (asked: string): string =>
  BUNDLED.find((locale) => locale.toLowerCase() === asked.toLowerCase()) ??
  BUNDLED.find((locale) => languageOf(locale) === languageOf(asked)) ??
  ENGLISH;

/** Some 20,000 citations. */
const MOST_BYTES = 24 * 1024 * 1024;

/** Says all that a citation depends on: no other workspace's record, and none of another revision, has the same. */
export const keyOf = (workspace: string, locale: string, part: CslItem): string =>
  `${workspace} ${locale} ${createHash('sha256').update(JSON.stringify(part)).digest('base64')}`;

export const openCitations = ({ log }: { readonly log: Log }): Citations & { close(): Promise<void> } => {
  const kept = boundedCache<string>({
    key: 'workspace',
    maxBytes: MOST_BYTES,
    sizeOf: (citation) => citation.length * 2,
  });
  const underWay = new Map<string, Promise<string | null>>();
  const writer = startWriter(log);

  return {
    apa: (workspace, items, asked) => {
      const locale = citationLocale(asked);
      const cited = items.map((item) => {
        const csl = item === null ? null : citedPart(item);
        return { csl, key: csl === null ? '' : keyOf(workspace, locale, csl) };
      });
      const missing = [...new Map(cited.map((each) => [each.key, each])).values()].flatMap(({ csl, key }) =>
        csl === null || underWay.has(key) || kept.get(key) !== undefined ? [] : [{ csl, key }],
      );
      // One question for all that are missing.
      const parts = missing.map(({ csl }) => csl);
      const written = writer.write(parts, locale);
      missing.forEach(({ key }, index) => {
        const one = written.then((citations) => {
          underWay.delete(key);
          const citation = citations[index] ?? null;
          // What could not be written may be next time.
          if (citation !== null) kept.set(key, citation);
          return citation;
        });
        underWay.set(key, one);
      });
      return Promise.all(cited.map(({ key }) => underWay.get(key) ?? Promise.resolve(kept.get(key) ?? null)));
    },
    close: () => writer.close(),
  };
};
