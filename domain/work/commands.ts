/** The commands of a work. */
import type { Item } from '../identifier/events.ts';
import type { LinkChange } from '../publication/links.ts';
import type { RecordEdit } from '../record/edit.ts';
import type { ToTakeOver } from '../record/take-over.ts';
import type { Transition } from '../publish-status.ts';
import type { WorkRecord } from './events.ts';

export type WorkCommand =
  | ({
      readonly type: 'RecordWork';
      readonly links: readonly LinkChange[];
      readonly identifiers?: readonly string[];
    } & WorkRecord)
  | ({ readonly type: 'CreateWork' } & Pick<WorkRecord, 'key' | 'original' | 'href'>)
  /** By staff, on the merged record. */
  | ({ readonly type: 'EditWork'; readonly href?: string } & RecordEdit)
  | { readonly type: 'MoveWork'; readonly move: Transition }
  /** Staff may join what they once separated. `ofSuggestion`: the item as it was suggested, which the work must be suggested to be. */
  | {
      readonly type: 'SupersedeWork';
      readonly key: string;
      readonly by: Item;
      readonly byStaff?: true;
      readonly ofSuggestion?: Item;
    }
  /** Staff may return to a suggestion that they declined. */
  | { readonly type: 'SuggestJoin'; readonly key: string; readonly by: Item; readonly byStaff?: true }
  | { readonly type: 'DeclineJoin'; readonly from: Item }
  | { readonly type: 'SeparateWork' }
  /** Takes effect only while nothing is shown in its place; otherwise the caller looks again. */
  | { readonly type: 'KeepWorkApart'; readonly from: Item }
  /** Staff's edits and the links of a work that this one supersedes. Fields edited here stay as they are. */
  | ({
      readonly type: 'TakeOverWork';
      /** Of the other work. */
      readonly key: string;
      readonly links: readonly LinkChange[];
      readonly identifiers: readonly string[];
    } & ToTakeOver)
  /** A list no longer names the iD as an author. */
  | ({ readonly type: 'WithdrawEvidence' } & LinkChange)
  | { readonly type: 'ResetWork' };
