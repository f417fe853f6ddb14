/** Who said each field of a record: most were said in one answer, which is kept once. */
import type { Provider } from '../../domain/publication/events.ts';

/** Who said a field, where they were asked, and when (epoch ms). */
export type FieldSource = { readonly provider: Provider; readonly url: string; readonly at: number };

export type Sources = {
  readonly answers: readonly FieldSource[];
  /** By field: which of the answers. */
  readonly of: Readonly<Record<string, number>>;
};

export const NO_SOURCES: Sources = { answers: [], of: {} };

/** The sources after an answer that gave some fields and took others away. */
export const afterAnswer = (
  { answers, of }: Sources,
  answer: FieldSource,
  given: readonly string[],
  gone: readonly string[],
): Sources => {
  const by = new Map(Object.entries(of));
  for (const field of given) by.set(field, answers.length);
  for (const field of gone) by.delete(field);
  // An answer of which no field is left is forgotten.
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
