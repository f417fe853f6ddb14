/**
 * Texts that are harmless wherever they are shown. Parsed as HTML, inert text contains no tags, and inert markup only CSL's inline
 * tags, each closed. A `<` that would start any other tag is followed by a space, in HTML and plain text alike.
 */

/** CSL's markup for small capitals and for letters that keep their case. */
export const SMALL_CAPS = '<span style="font-variant:small-caps">';
export const NO_CASE = '<span class="nocase">';

/** With `i` and `u`, `[a-z]` also matches non-ASCII letters that fold to ASCII: ſ and the Kelvin sign. */
const OPENS = /<(?=[a-z/!?])/giu;
const MIGHT_OPEN = /<[a-z/!?]/iu;
const ALLOWED = /<\/?(?:i|b|sub|sup)>|<\/span>|<span class="nocase">|<span style="font-variant: ?small-caps;?">/gu;

/** Returns text that contains no tags. */
export const inertText = (text: string): string => (MIGHT_OPEN.test(text) ? text.replace(OPENS, '< ') : text);

const nameOf = (tag: string): string => /[a-z]+/u.exec(tag)?.[0] ?? '';

/** The allowed tags of a text that are properly paired, by index. */
const pairs = (tags: readonly RegExpExecArray[]): ReadonlySet<number> => {
  const paired = new Set<number>();
  const open: RegExpExecArray[] = [];
  for (const tag of tags) {
    if (!tag[0].startsWith('</')) open.push(tag);
    else if (nameOf(open.at(-1)?.[0] ?? '') === nameOf(tag[0])) paired.add(open.pop()?.index ?? -1).add(tag.index);
  }
  return paired;
};

const written = (tag: string): string => (tag.startsWith('<span style') ? SMALL_CAPS : tag);

/** Returns text whose only tags are CSL's inline markup, closed. */
export const inertMarkup = (text: string): string => {
  if (!MIGHT_OPEN.test(text)) return text;
  const tags = [...text.matchAll(ALLOWED)];
  const paired = pairs(tags);
  const out: string[] = [];
  let at = 0;
  for (const tag of tags.filter(({ index }) => paired.has(index))) {
    out.push(inertText(text.slice(at, tag.index)), written(tag[0]));
    at = tag.index + tag[0].length;
  }
  return [...out, inertText(text.slice(at))].join('');
};
