/** What staff have said that identifiers do not name, and what follows for a work that is known by them. */
import { isWithdrawn } from '../../domain/identifier/identifier.ts';
import { aliasesOf } from '../../domain/work/naming.ts';
import { loadState } from '../aggregate.ts';
import { identifierAggregate } from '../identifier.ts';
import type { EventStore } from '../ports.ts';
import type { WorkRoot } from './roots.ts';

/** Whether staff have said that the identifier does not name this publication. */
export const isTakenBack = async (
  events: EventStore,
  workspace: string,
  identifier: string,
  doi: string,
): Promise<boolean> =>
  isWithdrawn((await loadState(events, identifierAggregate, workspace, identifier)).state, { doi });

/** The identifiers that lists know the work by. */
const identifiersOf = ({ item, loaded: { state } }: WorkRoot): readonly string[] => {
  if (state.status === 'absent') return [item.work];
  const identifiers = [...new Set([state.key, ...state.identifiers])].map((key) => {
    const dot = key.indexOf('.');
    return { type: key.slice(0, dot), value: key.slice(dot + 1) };
  });
  return aliasesOf({ identifiers, fallbackKey: item.work, summary: state.original }).map(({ id }) => id);
};

/** Whether one of the work's identifiers was taken back from this publication: then the work is not it either. */
export const isWorkTakenBack = async (
  events: EventStore,
  workspace: string,
  work: WorkRoot,
  doi: string,
): Promise<boolean> => {
  for (const id of identifiersOf(work)) if (await isTakenBack(events, workspace, id, doi)) return true;
  return false;
};
