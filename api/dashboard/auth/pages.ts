/** The sign-in pages: no scripts, nothing from other hosts. */
import type { IncomingHttpHeaders } from 'node:http';
import { webAssets } from '../../pages/assets.ts';
import { escaped, wordsPage } from '../../pages/html.ts';
import { WORDS, type Language, type Words } from './words.ts';

/** Browsers list languages in order of preference. */
const languageOf = ({ 'accept-language': wanted = '' }: IncomingHttpHeaders): Language =>
  wanted
    .split(',')
    .map((tag) => tag.trim().toLowerCase().split(/[-;]/u)[0] ?? '')
    .find((tag): tag is Language => Object.hasOwn(WORDS, tag)) ?? 'en';

const page = (headers: IncomingHttpHeaders, contentOf: (words: Words) => { title: string; html: string }): string => {
  const language = languageOf(headers);
  const { title, html } = contentOf(WORDS[language]);
  return wordsPage(webAssets(), { title, language, content: html });
};

/** Only submitting the form redeems the secret, so a mail scanner that opens the link does not use it up. */
export const signInPage = (headers: IncomingHttpHeaders, secret: string): string =>
  page(headers, ({ signInTitle, worksOnce, signIn }) => ({
    title: signInTitle,
    html: `<form method="post" action="/auth/link"><input type="hidden" name="token" value="${escaped(secret)}"><p>${worksOnce}</p><button class="button primary large" type="submit">${signIn}</button></form>`,
  }));

export type Reason = 'linkOver' | 'notBegunHere' | 'notConfirmed';

/** `again`: the path to retry, if there is one. */
export const failedPage = (headers: IncomingHttpHeaders, reason: Reason, again = '/'): string =>
  page(headers, (words) => ({
    title: words.failedTitle,
    html: `<p>${words[reason]}</p><p><a class="button" href="${escaped(again)}">${again === '/' ? words.toStart : words.tryAgain}</a></p>`,
  }));
