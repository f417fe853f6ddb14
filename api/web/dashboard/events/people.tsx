/** Names of the people in events, which have only their ids. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { tokensOf } from '../../../../domain/changes/change.ts';
import type { Event } from '../../client/generated/operations.ts';
import { Skeleton } from '../../parts/states.tsx';
import { useKnownOnceLoaded, type Known } from '../people/known.ts';

type Named = Pick<Event, 'summary' | 'changes'>;

const IDS = /\b(?:\d{4}-\d{4}-\d{4}-\d{3}[\dX]|p-[0-9a-v]{26})\b/gu;

/** Fields with ids only; others, such as the authors, have names beside their iDs. */
const FIELDS = new Set([
  'person_orcids',
  'confirmed_orcids',
  'suggestions',
  'strays',
  'settled_orcids',
  'doubts',
  'member_orcids',
  'coordinator_orcids',
  'merged_into',
  'absorbed',
]);

export const isOfPeople = (path: string): boolean => FIELDS.has(tokensOf(path)[0] ?? '');

const orcidsIn = (events: readonly Named[]): readonly string[] =>
  JSON.stringify(events.map(({ summary, changes }) => [summary, changes.filter(({ path }) => isOfPeople(path))])).match(
    IDS,
  ) ?? [];

const NOBODY: Known = new Map();
const Names = createContext<Known>(NOBODY);

type Props = {
  readonly events: readonly Named[];
  /** The lines of the skeleton, about as many as the events have. */
  readonly lines: number;
  /** Whether something else is still loading. */
  readonly isWaiting?: boolean;
  readonly children: ComponentChildren;
};

/** Loads the names for all events together. Until the first names arrive, a skeleton keeps the content from shifting. */
export const WithNames = ({ events, lines, isWaiting = false, children }: Props) => {
  const known = useKnownOnceLoaded(orcidsIn(events));
  const isComplete = known !== null && !isWaiting;
  const wasComplete = useRef(false);
  wasComplete.current ||= isComplete && events.length > 0;
  return isComplete || wasComplete.current ? (
    <Names.Provider value={known ?? NOBODY}>{children}</Names.Provider>
  ) : (
    <Skeleton lines={lines} />
  );
};

/** Returns a function that replaces iDs with names; the iDs of people who are not registered stay. */
export const useNames = (): ((text: string) => string) => {
  const known = useContext(Names);
  return (text) => text.replaceAll(IDS, (orcid) => known.get(orcid) ?? orcid);
};
