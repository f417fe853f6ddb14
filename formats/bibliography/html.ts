/** Formatted citations as a page of HTML, of which a part can be pasted anywhere. */
import { escaped, styled, type Mark } from '../markup.ts';
import { partsOf, type Bibliography } from './bibliography.ts';

const TAGS: Readonly<Record<Mark, readonly [string, string]>> = {
  i: ['<i>', '</i>'],
  b: ['<b>', '</b>'],
  sub: ['<sub>', '</sub>'],
  sup: ['<sup>', '</sup>'],
  nocase: ['', ''],
  'small-caps': ['<span style="font-variant:small-caps">', '</span>'],
};

const citation = (markup: string, doi: string | null): string =>
  styled(markup, {
    text: (text) =>
      partsOf(text, doi)
        .map(({ text: part, url }) => (url === null ? escaped(part) : `<a href="${escaped(url)}">${escaped(part)}</a>`))
        .join(''),
    marked: (mark, inside) => TAGS[mark].join(inside),
  });

const STYLE =
  'body{font:1rem/1.5 serif;max-width:48rem;margin:2rem auto;padding:0 1rem}' +
  '.csl-entry{margin:0 0 .75rem;padding-left:2rem;text-indent:-2rem;overflow-wrap:anywhere}';

export const html: Bibliography = {
  type: 'text/html',
  extension: 'html',
  before: (language) =>
    `<!doctype html>\n<html lang="${escaped(language)}">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width">\n<title>Publications</title>\n<style>${STYLE}</style>\n</head>\n` +
    '<body>\n<div class="csl-bib-body">\n',
  heading: (name) => `<h2>${escaped(name)}</h2>\n`,
  entry: (markup, doi) => `<p class="csl-entry">${citation(markup, doi)}</p>\n`,
  after: '</div>\n</body>\n</html>\n',
};
