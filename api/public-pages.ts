/** The public listener's HTML for browsers: error pages, what it says about itself, and the two files that they load. */
import path from 'node:path';
import { assetRoute } from './pages/asset-route.ts';
import { webAssets } from './pages/assets.ts';
import { aboutRoute } from './public/about.ts';
import { errorPageOf } from './pages/error-page.ts';

const DOCS = '<a class="button" href="/docs">How to use this interface</a>';

export const publicPages = () => {
  const assets = webAssets();
  const names = [assets.style, assets.theme].map((address) => path.basename(address));
  const files = new Map([...assets.files].filter(([name]) => names.includes(name)));
  return { routes: [assetRoute(files), aboutRoute(assets)], errorPage: errorPageOf(assets, DOCS) };
};
