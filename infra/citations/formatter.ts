/** The process that formats citations, over IPC. A style decodes and joins its input, so its output is sanitized too. */
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-csl';
import { richText } from '../../commands/text/index.ts';
import type { CslItem } from '../../domain/csl.ts';

export type Question = { readonly id: number; readonly items: readonly CslItem[]; readonly locale: string };
export type Message = 'loaded' | { readonly id: number; readonly citations: readonly (string | null)[] };

/** APA treats the title of a review as that of the reviewed work, unless `reviewed-title` is set. */
const withOwnTitle = (item: CslItem): CslItem => {
  const isReview = (item.type === 'review' || item.type === 'review-book') && item['reviewed-title'] === undefined;
  return isReview ? { ...item, type: item['container-title'] === undefined ? 'document' : 'article-journal' } : item;
};

const apa = (item: CslItem, locale: string): string | null => {
  try {
    const cite = new Cite([{ ...withOwnTitle(item), id: 'cited' }], {
      generateGraph: false,
      forceType: '@csl/list+object',
    });
    const text = richText(cite.format('bibliography', { format: 'html', template: 'apa', lang: locale }));
    return text === '' ? null : text;
  } catch {
    // A record that the style cannot format is shown without a citation.
    return null;
  }
};

process.on('message', ({ id, items, locale }: Question) => {
  const reply: Message = { id, citations: items.map((item) => apa(item, locale)) };
  process.send?.(reply);
});
process.once('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole process group; this process exits when its parent disconnects.
process.on('SIGINT', () => undefined);

const loaded: Message = 'loaded';
process.send?.(loaded);
