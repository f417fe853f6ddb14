/** Every page and state in a wide window, light and in English; none is wider than a phone's window either. */
import { everyShot } from './support/every-shot.ts';

everyShot({ width: 1280, theme: 'light' }, 390);
