/** The state of a work. */
import type { CslItem } from '../csl.ts';
import type { Item } from '../identifier/events.ts';
import type { Known } from '../must-exist.ts';
import type { Overlay, Source } from '../publication/events.ts';
import type { LinkChange } from '../publication/links.ts';
import type { PublishStatus } from '../publish-status.ts';

export type Identity = {
  /** The item shown in its place. */
  readonly supersededBy: Item | null;
  /** What staff said that it is not. */
  readonly apartFrom: readonly Item[];
};

export type Work =
  | ({ readonly status: 'absent' } & Identity)
  | (Identity & {
      readonly status: PublishStatus;
      readonly key: string;
      readonly original: CslItem;
      readonly overlay: Overlay;
      readonly href: string;
      /** The address that it had before staff gave it another: the latest that a list gave. */
      readonly listedHref: string;
      /** True once staff have given the address. */
      readonly hrefIsByHand: boolean;
      /** Whose list describes it; the lists of co-authors only add links. Null if staff made it. */
      readonly source: Source | null;
      readonly fetchedAt: number;
      /** Epoch ms of the first answer about it; 0 if staff made it. Of two that are one, the older stays. */
      readonly since: number;
      readonly links: readonly LinkChange[];
      /** By which lists name it, besides its key. */
      readonly identifiers: readonly string[];
    });

export type KnownWork = Known<Work>;

/** Of one iD there may be several. */
export const evidenceOf = ({ orcid, basis }: LinkChange): string => `${orcid} ${basis}`;
