/** Crossref's notices of withdrawn works. A title that begins with "Retracted:" is not a notice. */
import { PROVIDER } from '../../../domain/limits.ts';
import type { RetractionNotice } from '../../../domain/publication/events.ts';
import { doiOrNull } from '../csl/parts.ts';
import { listAt, stringAt } from '../json.ts';

/** A partial retraction, a correction or an expression of concern does not withdraw the work. */
const WITHDRAWING = new Set(['retraction', 'withdrawal', 'removal']);

type Update = { readonly doi: string; readonly kind: string };

const withdrawing = (work: unknown, field: string): readonly Update[] => {
  const seen = new Set<string>();
  return listAt(work, field).flatMap((update) => {
    const doi = doiOrNull(stringAt(update, 'DOI'));
    const kind = (stringAt(update, 'type') ?? stringAt(update, 'update-nature') ?? '').toLowerCase();
    // Crossref repeats a notice for each of its sources, such as the publisher and Retraction Watch.
    if (doi === null || !WITHDRAWING.has(kind) || seen.has(`${doi} ${kind}`)) return [];
    if (seen.size >= PROVIDER.notices) return [];
    seen.add(`${doi} ${kind}`);
    return [{ doi, kind }];
  });
};

const notice = ({ doi, kind }: Update): RetractionNotice => ({ by: doi, kind, provider: 'crossref' });

/** The works that this one declares withdrawn. */
export const retractsOf = (work: unknown): readonly { readonly doi: string; readonly notice: RetractionNotice }[] => {
  const by = doiOrNull(stringAt(work, 'DOI'));
  if (by === null) return [];
  return withdrawing(work, 'update-to').flatMap(({ doi, kind }) =>
    doi === by ? [] : [{ doi, notice: notice({ doi: by, kind }) }],
  );
};

/** Notices that withdraw this work: those of others, or its own if the notice replaced it under the same DOI. */
export const retractedByOf = (work: unknown): readonly RetractionNotice[] => {
  const own = doiOrNull(stringAt(work, 'DOI'));
  const inPlace = withdrawing(work, 'update-to').filter(({ doi }) => doi === own);
  return [...inPlace, ...withdrawing(work, 'updated-by')].map(notice);
};
