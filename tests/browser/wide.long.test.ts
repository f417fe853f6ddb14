/** The other pages and states in a wide window, light and in English; none is wider than a phone's window either. */
import { everyShot, OTHER_SHOTS } from './support/every-shot.ts';

everyShot({ shots: OTHER_SHOTS, view: { width: 1280, theme: 'light' }, otherWidth: 390 });
