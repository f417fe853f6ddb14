/** Citations in APA style, formatted in a separate process and cached by workspace, content and language. */
import { createHash } from 'node:crypto';
import type { Citations } from '../../api/dashboard/ports.ts';
import { boundedCache } from '../../commands/bounded-cache.ts';
import type { Log } from '../../commands/ports.ts';
import type { CslItem } from '../../domain/csl.ts';
import { citedPart } from '../../domain/publication/cited.ts';
import { startWriter } from './writer.ts';

const BUNDLED = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'nl-NL'] as const;
const [ENGLISH] = BUNDLED;

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/** The requested locale, else one of the same language, else English. */
const citationLocale = (requested: string): string =>
  BUNDLED.find((locale) => locale.toLowerCase() === requested.toLowerCase()) ??
  BUNDLED.find((locale) => languageOf(locale) === languageOf(requested)) ??
  ENGLISH;

/** About 20,000 citations. */
const MAX_BYTES = 24 * 1024 * 1024;

/** Covers everything a citation depends on: records of other workspaces or revisions have different keys. */
export const keyOf = (workspace: string, locale: string, part: CslItem): string =>
  `${workspace} ${locale} ${createHash('sha256').update(JSON.stringify(part)).digest('base64')}`;

export const openCitations = ({ log }: { readonly log: Log }): Citations & { close(): Promise<void> } => {
  const kept = boundedCache<string>({
    key: 'workspace',
    maxBytes: MAX_BYTES,
    sizeOf: (citation) => citation.length * 2,
  });
  const underWay = new Map<string, Promise<string | null>>();
  const writer = startWriter(log);

  return {
    apa: (workspace, items, requested) => {
      const locale = citationLocale(requested);
      const cited = items.map((item) => {
        const csl = item === null ? null : citedPart(item);
        return { csl, key: csl === null ? '' : keyOf(workspace, locale, csl) };
      });
      const missing = [...new Map(cited.map((each) => [each.key, each])).values()].flatMap(({ csl, key }) =>
        csl === null || underWay.has(key) || kept.get(key) !== undefined ? [] : [{ csl, key }],
      );
      // One request for all missing citations.
      const parts = missing.map(({ csl }) => csl);
      const written = writer.write(parts, locale);
      missing.forEach(({ key }, index) => {
        const one = written.then((citations) => {
          const citation = citations[index] ?? null;
          // Failures are not cached, so that the next call retries them.
          if (citation !== null) kept.set(key, citation);
          return citation;
        });
        underWay.set(
          key,
          one.finally(() => underWay.delete(key)),
        );
      });
      return Promise.all(cited.map(({ key }) => underWay.get(key) ?? Promise.resolve(kept.get(key) ?? null)));
    },
    close: () => writer.close(),
  };
};
