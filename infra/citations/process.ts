/**
 * The process that writes citations: asked over IPC, gone when its parent is. A style decodes, joins and capitalizes what it is given,
 * so what it wrote is cleaned like any text that comes in.
 */
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-csl';
import { richText } from '../../commands/text/index.ts';
import type { CslItem } from '../../domain/csl.ts';

export type Question = { readonly id: number; readonly items: readonly CslItem[]; readonly locale: string };
export type Reply = { readonly id: number; readonly citations: readonly (string | null)[] };

/** A style takes the title of a review for that of the work under review, unless that has a field of its own. */
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
    // What a style cannot make sense of has no citation; the record itself is shown all the same.
    return null;
  }
};

process.on('message', ({ id, items, locale }: Question) => {
  const reply: Reply = { id, citations: items.map((item) => apa(item, locale)) };
  process.send?.(reply);
});
process.once('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole group; this process ends when its parent lets go of it.
process.on('SIGINT', () => undefined);
