/** The pages that are read most, in a narrow window, in both themes; how the others are there at first is in `sizes.long.test.ts`. */
import { VIEWS } from './support/browser.ts';
import { everyShot } from './support/every-shot.ts';

everyShot(({ hasAllViews }) => VIEWS.filter(({ width }) => width === 390 && hasAllViews));
