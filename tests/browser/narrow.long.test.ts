/** Every page and state in a narrow window, dark; those of publications light too. */
import { VIEWS } from './support/browser.ts';
import { everyShot } from './support/every-shot.ts';

everyShot(({ hasAllViews }) => VIEWS.filter(({ width, theme }) => width === 390 && (theme === 'dark' || hasAllViews)));
