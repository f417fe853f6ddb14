/** The pages and their states in a wide window, light and in English; none is wider than a phone's window either. */
import { everyShot } from './support/every-shot.ts';

everyShot({ view: { width: 1280, theme: 'light' }, otherWidth: 390 });
