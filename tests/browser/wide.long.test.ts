/** Every page and state in a wide window, light; those of publications dark too. */
import { VIEWS } from './support/browser.ts';
import { everyShot } from './support/every-shot.ts';

everyShot(({ hasAllViews }) =>
  VIEWS.filter(({ width, theme }) => width === 1280 && (theme === 'light' || hasAllViews)),
);
