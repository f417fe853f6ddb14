/** Parts of a CSL item from parts that providers share: names, iDs, dates, first texts. */
import type { CslDate, CslName } from '../../../domain/csl.ts';
import { Refused } from '../../../domain/errors.ts';
import { parseDoi } from '../../../domain/doi.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import { partialDateOf } from '../../../domain/partial-date.ts';
import { plainText } from './text.ts';

const orNull =
  (parse: (text: string) => string) =>
  (text: unknown): string | null => {
    if (typeof text !== 'string') return null;
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  };

/** The normal form, or null for what is none: providers carry typing errors too. */
export const orcidOrNull = orNull(parseOrcid);
export const doiOrNull = orNull(parseDoi);

export const textOf = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value)
    ? value.find((each) => typeof each === 'string' && each.trim() !== '')
    : value;
  const text = typeof first === 'string' ? plainText(first) : '';
  return text === '' ? undefined : text;
};

/** A date with the precision that it has, without parts that no calendar has. */
export const dateOf = (parts: unknown): CslDate | undefined => {
  const date = partialDateOf({ 'date-parts': [Array.isArray(parts) ? (parts as number[]) : []] });
  return date === null ? undefined : { 'date-parts': [date.split('-').map(Number)] };
};

/** From `2021`, `2021-03`, `2021-03-09` or an ISO time stamp. */
export const dateFromText = (text: unknown): CslDate | undefined =>
  typeof text === 'string' ? dateOf(text.slice(0, 10).split('-').map(Number)) : undefined;

export type Named = { readonly name: CslName; readonly orcid: string | null };

export const nameOf = (given: unknown, family: unknown, literal: unknown): CslName | null => {
  const [g, f, l] = [textOf(given), textOf(family), textOf(literal)];
  if (f !== undefined) return g === undefined ? { family: f } : { family: f, given: g };
  const whole = l ?? g;
  return whole === undefined ? null : { literal: whole };
};

/** `author` and the iDs parallel to it, as top-level fields; absent where there are none. */
export const authorFields = (
  named: readonly Named[],
): { readonly author?: readonly CslName[]; readonly authorOrcids: readonly (string | null)[] } => ({
  ...(named.length === 0 ? {} : { author: named.map(({ name }) => name) }),
  authorOrcids: named.map(({ orcid }) => orcid),
});

/** Only what is there: CSL has no nulls. */
export const present = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
