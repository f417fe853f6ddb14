/** Every page and state on the narrowest phone, dark and in German, whose words are longest; each fits the widest screen too. */
import { everyShot } from './support/every-shot.ts';

everyShot({ width: 360, theme: 'dark', language: 'de' }, 3840);
