/** One of each kind of page in a wide window, light and in English; none is wider than a phone's window either. */
import { CORE_SHOTS, everyShot } from './support/every-shot.ts';

everyShot({ shots: CORE_SHOTS, view: { width: 1280, theme: 'light' }, otherWidth: 390 });
