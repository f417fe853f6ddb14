/** The state of a work. */
import type { CslItem } from '../csl.ts';
import type { Item } from '../identifier/events.ts';
import type { Known } from '../must-exist.ts';
import type { Source } from '../publication/events.ts';
import type { LinkChange } from '../publication/links.ts';
import type { Overlay } from '../record/overlay.ts';
import type { PublishStatus } from '../publish-status.ts';

export type Identity = {
  /** The item shown in its place. */
  readonly supersededBy: Item | null;
  /** Items that staff have said it is not. */
  readonly apartFrom: readonly Item[];
  /** Items that it may be, which staff have not decided yet. */
  readonly suggested: readonly Item[];
};

export type Work =
  | ({ readonly status: 'absent' } & Identity)
  | (Identity & {
      readonly status: PublishStatus;
      readonly key: string;
      readonly original: CslItem;
      readonly overlay: Overlay;
      readonly href: string;
      /** The latest address from a list, which staff may have replaced. */
      readonly listedHref: string;
      /** True once staff have set the address. */
      readonly hrefIsByHand: boolean;
      /** Whose list describes it; the lists of co-authors only add links. Null if staff created it. */
      readonly source: Source | null;
      readonly fetchedAt: number;
      /** Epoch ms of the first answer about it; 0 if staff created it. Of two works that are one, the older stays. */
      readonly since: number;
      readonly links: readonly LinkChange[];
      /** Identifiers by which lists name it, besides its key. */
      readonly identifiers: readonly string[];
    });

export type KnownWork = Known<Work>;

/** One iD may have several. */
export const evidenceOf = ({ orcid, basis }: LinkChange): string => `${orcid} ${basis}`;
