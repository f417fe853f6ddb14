/**
 * Every state in a narrow window, dark, and the pages of those who are no administrators; those of publications light too. How the
 * others are at first is looked at by `sizes.long.test.ts`, narrower still.
 */
import { VIEWS } from './support/browser.ts';
import { everyShot } from './support/every-shot.ts';

everyShot(({ hasAllViews, act, as }) =>
  VIEWS.filter(
    ({ width, theme }) => width === 390 && (hasAllViews || (theme === 'dark' && (act !== undefined || as !== 'admin'))),
  ),
);
