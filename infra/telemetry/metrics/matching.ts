/** Metrics of comparisons that author matching skips. */
import type { Registry } from 'prom-client';
import { instrumentsOf } from './instruments.ts';

/** Call with the number of people whom one match did not compare, or not with every author. */
export const passedOverIn = (registry: Registry): ((people: number) => void) => {
  const { counter } = instrumentsOf(registry);
  const matches = counter(
    'colophon_matching_passed_over_total',
    'Matches that did not compare all people with a similar name.',
  );
  const people = counter(
    'colophon_matching_people_passed_over_total',
    'People whom those matches did not compare, or not with every author.',
  );
  return (count) => {
    matches.inc();
    people.inc(count);
  };
};
