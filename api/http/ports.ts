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

/** The styles that every installation has. */
export const BUNDLED_STYLES = [
  ...['apa', 'chicago-author-date', 'harvard', 'ieee', 'iso690-author-date-de', 'iso690-author-date-en', 'mla'],
  'vancouver',
] as const;

/** The languages of citations: the first of each is the one that its language alone means. */
export const CITATION_LOCALES = [
  'en-US',
  ...(['en-GB', 'de-DE', 'de-AT', 'de-CH', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-PT'] as const),
] as const;

/** `name`: by which requests ask for it. */
type CitationStyle = { readonly name: string; readonly title: string };

type Style = {
  /** One of `styles`. */
  readonly style: string;
  /** One of `CITATION_LOCALES`; null for the one that the style is written for. */
  readonly locale: string | null;
};

/** Formats citations, off the caller's thread: HTML with CSL's inline markup at most, and `NUMBER_PLACE`. Cached by workspace, content, style and locale. */
export interface Citations {
  readonly styles: readonly CitationStyle[];
  /**
   * One APA citation per item, in the same order: null for null, for an item that cannot be cited, and for one whose citation is not
   * written within `CITATION.waitMs`, which a later call may have. A locale without a translation falls back to English.
   */
  apa(workspace: string, items: readonly (CslItem | null)[], locale: string): Promise<readonly (string | null)[]>;
  /** The same in one of `styles`. */
  cite(
    workspace: string,
    items: readonly (CslItem | null)[],
    as: { readonly style: string; readonly locale: string },
  ): Promise<readonly (string | null)[]>;
  /** One per item, in the same order, however long it takes: at most a page of items; null for one that cannot be cited. */
  written(workspace: string, items: readonly CslItem[], style: Style): Promise<readonly (string | null)[]>;
}
