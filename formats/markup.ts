/** CSL's inline markup, turned into that of a format or into plain text. */
import { inertMarkup } from '../domain/text/inert.ts';

export type Mark = 'i' | 'b' | 'sub' | 'sup' | 'nocase' | 'small-caps';

const TAG =
  /<(?:(\/)(?:i|b|sub|sup|span)|(i|b|sub|sup)|span (?:class="(nocase)"|style="font-variant:(small-caps)"))>/gu;

type Style = {
  /** `isMarked`: within a mark. */
  readonly text: (text: string, isMarked: boolean) => string;
  readonly marked: (mark: Mark, inside: string) => string;
};

export const styled = (markup: string, { text, marked }: Style): string => {
  // Most texts have none.
  if (!markup.includes('<')) return text(markup, false);
  // Its tags are closed and nested.
  const clean = inertMarkup(markup);
  const open: { readonly mark: Mark | null; inside: string }[] = [{ mark: null, inside: '' }];
  const add = (part: string): void => {
    const last = open.at(-1);
    if (last !== undefined) last.inside += part;
  };
  let at = 0;
  for (const { 0: tag, 1: closing, 2: plain, 3: nocase, 4: small, index } of clean.matchAll(TAG)) {
    add(text(clean.slice(at, index), open.length > 1));
    at = index + tag.length;
    if (closing === undefined) open.push({ mark: (plain ?? nocase ?? small) as Mark, inside: '' });
    else {
      const { mark = null, inside = '' } = open.pop() ?? {};
      if (mark !== null) add(marked(mark, inside));
    }
  }
  add(text(clean.slice(at), false));
  return open.map(({ inside }) => inside).join('');
};

export const plainText = (markup: string): string =>
  styled(markup, { text: (text) => text, marked: (_mark, inside) => inside });

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as XML and HTML write it. */
export const escaped = (text: string): string => text.replace(/[&<>"]/gu, (character) => ESCAPED[character] ?? '');
