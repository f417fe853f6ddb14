/** Parses a website's address as people type it: with or without a scheme, or the URL of any of its pages. */
import { parseOrigin } from '../../../../domain/installation/origin.ts';
import { parseOrRefuse } from '../../client/refusal.ts';
import { words as t } from './generated/words.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//iu;

/** Throws a `Failure` that names the field `origin`. */
export const originTyped = (text: string): string => {
  const typed = text.trim();
  const whole = SCHEME.test(typed) ? typed : `https://${typed}`;
  const parse = (text: string): string => {
    // Some browsers accept white space in a host name.
    if (/\s/u.test(text)) throw new TypeError('white space');
    return parseOrigin(new URL(text).origin);
  };
  return parseOrRefuse('origin', parse, whole, t('origin_wrong'));
};
