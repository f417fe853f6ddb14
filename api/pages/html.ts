/** HTML pages: the headers they are sent with, and escaping. */
import type { Headers } from '../http/route.ts';
import type { WebAssets } from './assets.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Pages are not cached: they name the scripts of this release, and the next release has others. */
export const PAGE_HEADERS: Headers = {
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/gu, (character) => ESCAPES[character] ?? '');

/** Two pages of a book, in the accent colour of either theme. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3d5a99"/><path d="M16 10v13M16 10c-2-2-5-2.5-8-2.5v13c3 0 6 .5 8 2.5 2-2 5-2.5 8-2.5v-13c-3 0-6 .5-8 2.5z" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>',
  );

/** The response for a page. */
export const answeredBy = (html: string) => ({ body: null, html, headers: PAGE_HEADERS });

type Page = {
  readonly title: string;
  readonly language?: string;
  /** The HTML of the head and the body. */
  readonly head?: readonly string[];
  readonly body: string;
};

export const htmlPage = ({ style, theme }: WebAssets, { title, language = 'en', head = [], body }: Page): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    '<meta name="referrer" content="same-origin">',
    `<title>${escaped(title)}</title>`,
    `<link rel="icon" href="${ICON}">`,
    `<link rel="stylesheet" href="${style}">`,
    `<script src="${theme}"></script>`,
    ...head,
    '</head>',
    body,
    '</html>',
    '',
  ].join('\n');

type Few = Pick<Page, 'title' | 'language'> & {
  /** HTML. */
  readonly content: string;
};

/** A short page with a single action and no scripts. */
export const wordsPage = (assets: WebAssets, { title, content, ...page }: Few): string =>
  htmlPage(assets, {
    ...page,
    title: `${title} – Colophon`,
    body: `<body><main class="alone"><p class="alone-name muted">Colophon</p><h1>${escaped(title)}</h1>${content}</main></body>`,
  });
