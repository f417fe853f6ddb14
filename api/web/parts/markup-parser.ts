/** Parses the inline markup of CSL (`i`, `b`, `sub`, `sup`, two kinds of `span`); everything else stays text. */
import { decodeXML } from 'entities';

type Styled = {
  readonly element: 'i' | 'b' | 'sub' | 'sup' | 'span';
  readonly style: 'nocase' | 'small-caps' | null;
  readonly content: Marked[];
};
export type Marked = string | Styled;

const TAG = /<(?:\/(i|b|sub|sup|span)|(i|b|sub|sup)|span (class="nocase"|style="font-variant: ?small-caps;?"))>/gu;
/** No title nests deeper; deeper tags are shown as text. */
const MAX_DEPTH = 20;

export const parsedMarkup = (html: string): readonly Marked[] => {
  // Most titles are plain text.
  if (!/[<&]/u.test(html)) return html === '' ? [] : [html];
  const root: Marked[] = [];
  const open: Styled[] = [];
  const into = (): Marked[] => open.at(-1)?.content ?? root;
  // Entities are decoded once: a tag that decoding produces stays text.
  const addText = (text: string): void => {
    if (text !== '') into().push(decodeXML(text.replaceAll('&nbsp;', '\u00a0')));
  };
  let at = 0;
  for (const { 0: whole, 1: closed, 2: plain, 3: span, index } of html.matchAll(TAG)) {
    addText(html.slice(at, index));
    at = index + whole.length;
    if (closed === undefined && open.length < MAX_DEPTH) {
      const element = (plain ?? 'span') as Styled['element'];
      const style = span?.startsWith('class') === true ? 'nocase' : 'small-caps';
      const node: Styled = { element, style: span === undefined ? null : style, content: [] };
      into().push(node);
      open.push(node);
    } else if (closed !== undefined && open.at(-1)?.element === closed) open.pop();
    else if (closed === undefined || !open.some(({ element }) => element === closed)) addText(whole);
    else while (open.pop()?.element !== closed);
  }
  addText(html.slice(at));
  return root;
};

/** The text without its markup, for example for the title of a page. */
export const plainText = (html: string): string => {
  const textOf = (marked: Marked): string =>
    typeof marked === 'string' ? marked : marked.content.map(textOf).join('');
  return parsedMarkup(html).map(textOf).join('');
};
