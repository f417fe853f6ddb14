/** Pages on the narrowest phone, dark and in German, whose words are longest; each fits the widest screen too. */
import { CORE_SHOTS, everyShot } from './support/every-shot.ts';

everyShot({
  ...{ shots: CORE_SHOTS, withAxe: false, otherWidth: 3840 },
  view: { width: 360, theme: 'dark', language: 'de' },
});
