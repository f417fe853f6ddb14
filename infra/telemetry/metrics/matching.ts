/** What the matching of authors passes over. */
import type { Registry } from 'prom-client';
import { instrumentsOf } from './instruments.ts';

/** To be called with how many people one match did not compare, or not with every author. */
export const passedOverIn = (registry: Registry): ((people: number) => void) => {
  const { counter } = instrumentsOf(registry);
  const matches = counter(
    'colophon_matching_passed_over_total',
    'Matches that did not compare everybody of a like name.',
  );
  const people = counter(
    'colophon_matching_people_passed_over_total',
    'People whom they did not compare, or not with every author.',
  );
  return (count) => {
    matches.inc();
    people.inc(count);
  };
};
