/** The few pages that a browser sees on the way in: no script of their own, nothing from elsewhere. */
import { webAssets } from '../../pages/assets.ts';
import { escaped, wordsPage } from '../../pages/html.ts';

const page = (title: string, content: string): string => wordsPage(webAssets(), title, content);

/** The secret is in the form alone, so that a mail scanner that opens the link does not use it up. */
export const signInPage = (secret: string): string =>
  page(
    'Sign in to Colophon',
    `<form method="post" action="/auth/link"><input type="hidden" name="token" value="${escaped(secret)}"><p>The link works once. Press the button to go on.</p><button class="button primary large" type="submit">Sign in</button></form>`,
  );

/** `again`: the path that starts over, where there is one. */
export const failedPage = (reason: string, again = '/'): string =>
  page(
    'Sign-in did not work',
    `<p>${escaped(reason)}</p><p><a class="button" href="${escaped(again)}">${again === '/' ? 'To the start page' : 'Try again'}</a></p>`,
  );
