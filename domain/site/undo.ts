/** Why events of the site tools are not undone. */
import { SUMMARY, type NotUndoable } from '../undo/inverse.ts';
import type { SiteEvent } from './events.ts';

export const siteUndo: NotUndoable<SiteEvent> = {
  AuthorLinksRepaired: SUMMARY,
  DataReset: SUMMARY,
  StuckJobsCleared: SUMMARY,
};
