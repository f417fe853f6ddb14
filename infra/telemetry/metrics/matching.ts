/** What the matching of authors passes over. */
import { Counter, type Registry } from 'prom-client';

export type MeasureMatching = {
  /** Told how many people one match did not compare, or not with every author. */
  passedOver(people: number): void;
};

export const matchingIn = (registry: Registry): MeasureMatching => {
  const counter = (name: string, help: string): Counter => new Counter({ name, help, registers: [registry] });
  const matches = counter(
    'colophon_matching_passed_over_total',
    'Matches that did not compare everybody of a like name.',
  );
  const people = counter(
    'colophon_matching_people_passed_over_total',
    'People whom they did not compare, or not with every author.',
  );
  return {
    passedOver: (count) => {
      matches.inc();
      people.inc(count);
    },
  };
};
