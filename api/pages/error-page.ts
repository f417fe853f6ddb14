/** The HTML error page for browsers: the message that other clients get as JSON, and a link to continue. */
import { STATUS_CODES } from 'node:http';
import type { ErrorPage } from '../http/browser.ts';
import type { WebAssets } from './assets.ts';
import { escaped, PAGE_HEADERS, wordsPage } from './html.ts';

const SERVER_ERRORS = 500;

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/u.test(begun) ? begun : `${begun}.`;
};

/** The correlation id, with which an operator finds the details in the log. */
const reference = (correlationId: string): string =>
  `<p>If it does not pass, tell your administrator this number: <code>${escaped(correlationId)}</code></p>`;

/** `wayOn`: HTML. */
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
