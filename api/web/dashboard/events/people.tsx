/** People in events, which have only their iDs, by name. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { tokensOf } from '../../../../domain/changes/change.ts';
import type { Event } from '../../client/generated/operations.ts';
import { useKnown, type Known } from '../people/known.ts';

type Named = Pick<Event, 'summary' | 'changes'>;

const ORCIDS = /\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b/gu;

/** Others, such as the authors, have names beside their iDs. */
const FIELDS = new Set(['person_orcids', 'suggestions', 'strays', 'member_orcids', 'coordinator_orcids']);

export const isOfPeople = (path: string): boolean => FIELDS.has(tokensOf(path)[0] ?? '');

const orcidsIn = (events: readonly Named[]): readonly string[] =>
  JSON.stringify(events.map(({ summary, changes }) => [summary, changes.filter(({ path }) => isOfPeople(path))])).match(
    ORCIDS,
  ) ?? [];

const Names = createContext<Known>(new Map());

type Props = { readonly events: readonly Named[]; readonly children: ComponentChildren };

/** Reads the names for all of the events at once. */
export const WithNames = ({ events, children }: Props) => (
  <Names.Provider value={useKnown(orcidsIn(events))}>{children}</Names.Provider>
);

/** Puts names in place of iDs; those of people who are not registered stay. */
export const useNames = (): ((text: string) => string) => {
  const known = useContext(Names);
  return (text) => text.replaceAll(ORCIDS, (orcid) => known.get(orcid) ?? orcid);
};
