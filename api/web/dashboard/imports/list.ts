/** A list of references as it was read, and what the reader has decided about its entries. */
import { signal } from '@preact/signals';
import type { AnswerTo, BodyOf } from '../../client/api.ts';
import { draftOf, dropDraft, keepDraft } from '../../client/drafts.ts';
import { optionalOneOf, queryCodec, text, wholeNumber } from '../../client/query.ts';
import { me } from '../../client/session.ts';
import { openView } from '../../client/view.ts';

export type ReferenceList = AnswerTo<'GET /api/publications/imports/{id}'>;
export type Entry = ReferenceList['results'][number];
export type Status = Entry['status'];
export const STATUSES = ['new', 'same', 'doubtful', 'error'] as const satisfies readonly Status[];

type Sent = NonNullable<BodyOf<'POST /api/publications/imports/{id}/start'>['decisions']>[number];

export const PER_PAGE = 50;

export const view = openView(queryCodec({ list: text(), status: optionalOneOf(STATUSES), page: wholeNumber(1) }));

/** `skip`, `new`, or the id of a candidate, which begins with a slash: no id does. */
export type Choice = 'skip' | 'new' | `/${string}`;

/** What is done with an entry that the reader has not decided about. */
export const unlessDecided = ({ action, candidates: [candidate] }: Entry): Choice => {
  if (action !== 'same') return action === 'skip' ? 'skip' : 'new';
  return candidate === undefined ? 'skip' : `/${candidate.id}`;
};

type Decided = { readonly choice: Choice; readonly without: Choice };
type All = Readonly<Record<number, Decided>>;

/** Kept as a draft until the import is started. */
export const openDecisions = (list: string) => {
  const user = me.peek()?.user_id ?? '';
  const draft = `import:${list}`;
  const all = signal<All>(draftOf<All>(user, draft) ?? {});
  return {
    choiceOf: (entry: Entry): Choice => all.value[entry.n]?.choice ?? unlessDecided(entry),
    decide: (entries: readonly Entry[], choiceOf: (entry: Entry) => Choice): void => {
      const decided = entries.map(
        (entry) => [entry.n, { choice: choiceOf(entry), without: unlessDecided(entry) }] as const,
      );
      all.value = { ...all.value, ...Object.fromEntries(decided) };
      keepDraft(user, draft, all.value);
    },
    /** How many entries are imported, given how many are new without a decision. */
    imported: (without: number): number =>
      Object.values(all.value).reduce(
        (sum, { choice, without: before }) => sum + Number(choice === 'new') - Number(before === 'new'),
        without,
      ),
    sent: (): readonly Sent[] =>
      Object.entries(all.value).flatMap(([place, { choice, without }]): readonly Sent[] => {
        const n = Number(place);
        if (choice === without) return [];
        return choice === 'new' || choice === 'skip' ? [{ n, as: choice }] : [{ n, as: 'same', id: choice.slice(1) }];
      }),
    drop: (): void => dropDraft(user, draft),
  };
};

export type Decisions = ReturnType<typeof openDecisions>;
