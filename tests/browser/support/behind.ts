/** A page whose listings lag from its first write on, until they catch up. */
import type { Page } from 'playwright-core';

export type Behind = { readonly catchUp: () => void };

/** Requests made before the write keep getting their former response. To be called before the page is opened. */
export const fallingBehind = async (page: Page): Promise<Behind> => {
  const before = new Map<string, { readonly status: number; readonly body: Buffer; readonly etag: string }>();
  let isBehind = false;
  let wrote = false;
  await page.route(/\/api\//u, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname === '/api/changes') return;
    if (pathname === '/api/changes/pending') return route.fulfill({ json: { pending: isBehind ? ['catalogue'] : [] } });
    const known = before.get(request.url());
    if (request.method() === 'GET' && isBehind && known !== undefined)
      return route.fulfill({
        status: known.status,
        body: known.body,
        headers: { 'content-type': 'application/json', etag: known.etag },
      });
    const response = await route.fetch({ maxRetries: 2 });
    if (request.method() === 'GET') {
      if (!wrote)
        before.set(request.url(), {
          status: response.status(),
          body: await response.body(),
          etag: response.headers()['etag'] ?? '',
        });
      return route.fulfill({ response });
    }
    if (!wrote) isBehind = true;
    wrote = true;
    if (!isBehind) return route.fulfill({ response });
    const headers = { ...response.headers(), 'x-colophon-pending': 'catalogue', 'x-colophon-position': '1' };
    return route.fulfill({ response, headers });
  });
  return { catchUp: () => (isBehind = false) };
};
