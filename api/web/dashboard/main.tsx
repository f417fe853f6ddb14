/** Starts the dashboard. */
import { render } from 'preact';
import { address, followLinks } from '../client/router.ts';
import { loadSession } from '../client/session.ts';
import { catchLostFocus } from '../parts/lost-focus.ts';
import { App } from './app.tsx';
import { knows, pageAt } from './pages.ts';
import { loadPage } from './shell/current-page.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the application');
followLinks(knows);
catchLostFocus();
// Loaded while the server identifies the user, so that the first render includes the page.
const first = pageAt(address.value.pathname);
if (first !== null) void loadPage(first.entry.path);
void loadSession().finally(() => render(<App />, root));
