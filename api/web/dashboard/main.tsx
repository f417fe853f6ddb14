/** Starts the dashboard. */
import { render } from 'preact';
import { followLinks } from '../client/router.ts';
import { recognise } from '../client/session.ts';
import { App } from './app.tsx';
import { knows } from './pages.ts';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the application');
followLinks(knows);
void recognise().finally(() => render(<App />, root));
