/** What a person with a browser sees where a program gets an error as JSON: the same words, and a way on. */
import { STATUS_CODES } from 'node:http';
import type { ErrorPage } from '../http/browser.ts';
import type { WebAssets } from './assets.ts';
import { escaped, PAGE_HEADERS, wordsPage } from './html.ts';

const SERVER_ERRORS = 500;

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/u.test(begun) ? begun : `${begun}.`;
};

/** By which an operator finds in the log what the page does not say. */
const reference = (correlationId: string): string =>
  `<p>If it does not pass, tell your administrator this number: <code>${escaped(correlationId)}</code></p>`;

/** `wayOn` is HTML. */
export const errorPageOf =
  (assets: WebAssets, wayOn: string): ErrorPage =>
  ({ status, body }, correlationId) => ({
    headers: PAGE_HEADERS,
    html: wordsPage(assets, {
      title: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      content: [
        `<p>${escaped(sentence(body.error))}</p>`,
        status >= SERVER_ERRORS ? reference(correlationId) : '',
        `<p>${wayOn}</p>`,
      ].join(''),
    }),
  });
