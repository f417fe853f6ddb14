/** Starts the dashboard. */
import { render } from 'preact';
import { address, followLinks } from '../client/router.ts';
import { recognise } from '../client/session.ts';
import { App } from './app.tsx';
import { knows, pageAt } from './pages.ts';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the application');
followLinks(knows);
// Loaded while the server says who is asking; the page that shows it says so if it fails.
pageAt(address.value.pathname)
  ?.entry.load()
  .catch(() => undefined);
void recognise().finally(() => render(<App />, root));
