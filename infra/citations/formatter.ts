/** The process that formats citations, over IPC. A style decodes and joins its input, so its output is sanitized too. */
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-csl';
import { richText } from '../../commands/text/index.ts';
import type { CslItem } from '../../domain/csl.ts';

export type Question = { readonly item: CslItem; readonly locale: string };
/** Two for each question: that work on it begins, and the citation, or null if it cannot be formatted. */
export type Answer = { readonly citation?: string | null };

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

const prepared = new Set<string>();

/** The first citation in a language takes half a second, in which the style is read. */
const prepare = (locale: string): void => {
  if (!prepared.has(locale)) apa({ type: 'book', title: 'Any' }, locale);
  prepared.add(locale);
};

const say = (answer: Answer, then: () => void = () => undefined): void => void process.send?.(answer, then);

process.on('message', ({ item, locale }: Question) => {
  prepare(locale);
  say({}, () => say({ citation: apa(item, locale) }));
});
process.once('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole process group; this process exits when its parent disconnects.
process.on('SIGINT', () => undefined);
