/** Ports of all listeners: observers of requests, which do not change answers, and citations. */
import type { CslItem } from '../../domain/csl.ts';

type Incoming = { readonly method: string };

export type Answered = {
  /** The declared path, such as `/v1/doi/*doi`, never the address, which may name a person. Null if no route matched. */
  readonly route: string | null;
  readonly status: number;
  readonly correlationId: string;
};

/** Wraps a request from arrival to answer, for metrics and tracing. */
export type WatchRequest = (request: Incoming, answer: () => Promise<Answered>) => Promise<void>;

/** Formats citations in several styles, off the caller's thread. */
export interface StyledCitations {
  /** The names of the styles; the first is the default. */
  readonly styles: readonly string[];
  /**
   * One citation per item, in the same order: HTML with CSL's inline markup at most; null for null, for an item that cannot be cited, and
   * for one whose citation is not written within `CITATION.waitMs`, which a later call may have. Cached by workspace, content, style
   * and locale. A locale without a translation falls back to English.
   */
  cite(
    workspace: string,
    items: readonly (CslItem | null)[],
    as: { readonly style: string; readonly locale: string },
  ): Promise<readonly (string | null)[]>;
}
