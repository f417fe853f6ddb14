/** The provider response behind each field of a record. Most fields come from one response, which is stored once. */
import type { Provider } from '../../domain/publication/events.ts';

/** The provider of a field, the URL requested, and when (epoch ms). */
export type FieldSource = { readonly provider: Provider; readonly url: string; readonly at: number };

export type Sources = {
  readonly answers: readonly FieldSource[];
  /** Index into `answers`, by field. */
  readonly of: Readonly<Record<string, number>>;
};

export const NO_SOURCES: Sources = { answers: [], of: {} };

export const afterAnswer = (
  { answers, of }: Sources,
  answer: FieldSource,
  given: readonly string[],
  removed: readonly string[],
): Sources => {
  const by = new Map(Object.entries(of));
  for (const field of given) by.set(field, answers.length);
  for (const field of removed) by.delete(field);
  // A response that no field refers to is dropped.
  const used = [...new Set(by.values())].sort((a, b) => a - b);
  const place = new Map(used.map((old, index) => [old, index]));
  const all = [...answers, answer];
  return {
    answers: used.flatMap((index) => all[index] ?? []),
    of: Object.fromEntries([...by].map(([field, index]) => [field, place.get(index) ?? 0])),
  };
};

export const sourcesByField = ({ answers, of }: Sources): Readonly<Record<string, FieldSource>> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([field, index]) => {
      const answer = answers[index];
      return answer === undefined ? [] : [[field, answer] as const];
    }),
  );
