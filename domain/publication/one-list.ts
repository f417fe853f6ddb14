/**
 * What one person's list may decide. A list speaks for its owner: an entry that names an item on which the lists of others or
 * the edits of staff stand counts only if the type and title of the two agree. Otherwise staff decide.
 */
import type { CslItem } from '../csl.ts';
import { merge, type Layered } from '../record/overlay.ts';
import { titled } from './naming.ts';
import { linkedOrcids, type Present } from './state.ts';

/** An item, and who stands behind it. */
export type Standing = {
  /** Its type and title, as provided and as edited. */
  readonly titles: readonly string[];
  /** Who is linked to it. */
  readonly orcids: readonly string[];
  readonly isEdited: boolean;
  /** Staff have described it, not a provider. */
  readonly isStaffs: boolean;
};

const titlesOf = ({ original, overlay }: Layered): readonly string[] =>
  [original, merge({ original, overlay })].flatMap((item) => titled(item) ?? []);

export const standingOf = (item: Present): Standing => ({
  titles: titlesOf(item),
  orcids: linkedOrcids(item),
  isEdited: Object.keys(item.overlay).length > 0,
  isStaffs: item.source === null,
});

const isOwn = ({ orcids, isEdited, isStaffs }: Standing, owner: string): boolean =>
  orcids.length > 0 && orcids.every((orcid) => orcid === owner) && !isEdited && !isStaffs;

export const agree = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((each) => other.includes(each));

const says = (entry: CslItem, { titles }: Standing): boolean =>
  agree(titlesOf({ original: entry, overlay: {} }), titles);

/** Whether an entry is about the item that one of its identifiers names: then it only links its owner to it. */
export const isAbout = (entry: CslItem, item: Standing, owner: string): boolean =>
  item.isStaffs || isOwn(item, owner) || says(entry, item);

/** Whether the list that describes an item may describe it differently. `owner`: null if the list does not link them. */
export const mayDescribe = (entry: CslItem, item: Standing, owner: string | null): boolean =>
  item.orcids.every((orcid) => orcid === owner) || says(entry, item);

/** Whether an item may take the place of a work because an entry names both. */
export const mayReplace = (item: Standing, work: Standing, owner: string): boolean =>
  isOwn(work, owner) || agree(item.titles, work.titles);
