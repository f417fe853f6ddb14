/** The few pages that a browser sees on the way in: plain HTML, no script, nothing from elsewhere. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/gu, (character) => ESCAPES[character] ?? '');

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="same-origin"><title>${escaped(title)} – Colophon</title></head>
<body><main><h1>${escaped(title)}</h1>${content}</main></body>
</html>
`;

/** The secret is in the form alone, so that a mail scanner that opens the link does not use it up. */
export const signInPage = (secret: string): string =>
  page(
    'Sign in to Colophon',
    `<form method="post" action="/auth/link"><input type="hidden" name="token" value="${escaped(secret)}"><button type="submit">Sign in</button></form>`,
  );

/** `again`: the path that begins anew, where there is one. */
export const failedPage = (reason: string, again?: string): string =>
  page(
    'Sign-in did not work',
    `<p>${escaped(reason)}</p>${again === undefined ? '' : `<p><a href="${escaped(again)}">Try again</a></p>`}`,
  );
