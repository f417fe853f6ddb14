/** The pages and their states on the narrowest phone, dark and in German, whose words are longest; each fits the widest screen too. */
import { everyShot } from './support/every-shot.ts';

everyShot({ view: { width: 360, theme: 'dark', language: 'de' }, otherWidth: 3840 });
