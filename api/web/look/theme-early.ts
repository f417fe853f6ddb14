/** Runs before the first paint, so that a page never flashes in the other theme. */
import { keptValue } from '../client/storage.ts';

const chosen = keptValue<string>('theme');
if (chosen !== null) document.documentElement.dataset['theme'] = chosen;
