/** Publications as formats are given them, and texts that are something else in some format. */
import fc from 'fast-check';
import type { CslItem } from '../../domain/csl.ts';
import type { Exported } from '../../formats/exported.ts';

/** `key`: by default its DOI. */
export const exported = (record: Partial<CslItem>, more: Partial<Exported> = {}): Exported => ({
  key: more.doi ?? '10.5555/12345678',
  doi: '10.5555/12345678',
  record: { type: 'article-journal', ...record },
  isRetracted: false,
  citedByCount: 3,
  openAccessStatus: 'gold',
  lastFetchedAt: 1_700_000_000_000,
  ...more,
});

/** An article with all that most articles have. */
export const ARTICLE: Partial<CslItem> = {
  title: 'On the Müller–Lyer illusion in <i>Homo sapiens</i> and H<sub>2</sub>O',
  author: [
    { family: 'Müller', given: 'Änne' },
    { family: 'Berg', 'non-dropping-particle': 'van den', given: 'Jan', suffix: 'Jr.' },
    { literal: 'World Health Organization' },
  ],
  issued: { 'date-parts': [[2021, 7, 3]] },
  'container-title': 'Journal of Seeing & Believing',
  volume: '12',
  issue: '3',
  page: '101-109',
  publisher: 'Springer',
  DOI: '10.5555/12345678',
  URL: 'https://doi.org/10.5555/12345678',
};

const SNIPPETS = [
  ...[
    '{',
    '}',
    '\\',
    '\\input{/etc/passwd}',
    '$x^2$',
    '%',
    '@article{x,',
    '"',
    '#',
    '~',
    '_',
    '&',
    '--',
    "''",
    '``',
    '?`',
  ],
  ...[
    'TY  - JOUR',
    'ER  - ',
    '\r\nER  - \r\n',
    '\nAU  - X',
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    "'",
    ';',
    ',',
    '<b>x',
    '</i>',
  ],
  ...[
    '<script>',
    '&amp;',
    ' and ',
    ' others',
    'Müller',
    'ß',
    'α',
    'ế',
    '“x”',
    '’',
    '…',
    'DNA',
    '日本',
    '\u00a0',
    'von',
    'é',
  ],
];

/** Whatever a text may be. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...SNIPPETS), fc.string({ maxLength: 8 }), fc.lorem({ maxCount: 2 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

/** The same however a format writes white space, hyphens, quotation marks, and raised and lowered digits. */
export const normalized = (text: string): string =>
  text
    .replace(/<\/?(?:i|b|sub|sup|span)\b[^<>]*>/gu, '')
    .normalize('NFKC')
    .replace(/[‘’]/gu, "'")
    .replace(/[“”„‟]/gu, '"')
    .replace(/[\u2010\u2011\u2212]/gu, '-')
    .replace(/\u00ad/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
