/** The sample's publications on the dashboard and in the public API. */
import { bodyOf } from '../../../support/dashboard.ts';
import { servePublic } from '../../../support/serving.ts';
import { staffed } from '../../../support/staffed.ts';
import type { CslItem } from '../../../../domain/csl.ts';
import { addPaper } from '../../../support/papers.ts';
import type { Suite } from '../../../support/suite.ts';

export const CARBERRY = '0000-0002-1825-0097';
export const PAPER = '10.5555/cpot.2019.001';
export const RETRACTED = '10.5555/cpot.2023.021';

type Item = {
  readonly needs_attention: boolean;
  readonly has_drift: boolean;
  readonly is_retracted: boolean;
  readonly id: string;
  readonly title: string | null;
  readonly visible: boolean;
  readonly apa_citation: string | null;
};
export type Listing = { readonly publications: readonly Item[]; readonly total: number; readonly pages: number };
export type Detail = Readonly<Record<string, unknown>> & {
  readonly original: Readonly<Record<string, unknown>>;
  readonly edited: Readonly<Record<string, unknown>> | null;
  readonly merged: Readonly<Record<string, unknown>>;
  readonly drift: readonly Readonly<Record<string, unknown>>[];
  readonly edit_count: number;
};

export const at = (doi: string): string => `/api/publications/${doi}`;

type Breakdown = Readonly<
  Record<'needs_attention' | 'has_doubt' | 'has_drift' | 'retracted_visible' | 'retracted_undecided', number>
>;

/** Until the last test of the suite. */
export const onSample = async (publications: Suite) => {
  const { installation, dashboard, jo, stranger } = await staffed(publications, { ingested: true });
  const open = await publications.holds(servePublic(installation));
  const list = async (query = ''): Promise<Listing> => bodyOf<Listing>(await jo.get(`/api/publications${query}`));
  const detail = async (doi: string): Promise<Detail> => bodyOf<Detail>(await jo.get(at(doi)));
  return {
    ...{ installation, dashboard, jo, stranger, open, list, detail },
    patch: async (doi: string, operations: unknown, status = 200): Promise<Readonly<Record<string, unknown>>> =>
      bodyOf(await jo.patch(at(doi), operations), status),
    /** A provider changes its value of a field. */
    refresh: async (doi: string, change: Readonly<Record<string, unknown>>): Promise<void> => {
      const { original } = await detail(doi);
      await addPaper(installation, doi, { original: { ...original, ...change } as CslItem, fetchedAt: Date.now() });
      await installation.settled();
    },
    breakdown: async (): Promise<Breakdown> => bodyOf(await jo.get('/api/publications/stats/breakdown')),
  };
};
