/** Whether an event has changed what the public is shown of a publication; when it was fetched or edited is not part of that. */
import { equal } from '../../domain/equal.ts';
import { rolesOf } from '../../domain/publication/authors.ts';
import { metadataOf } from '../../domain/publication/completing.ts';
import type { Present } from '../../domain/publication/state.ts';
import { mergedOf } from './columns.ts';
import type { PublicationView } from './view.ts';

/** What the public parts are made from. */
const SOURCES = [
  'original',
  'overlay',
  'links',
  'match',
  'enrichment',
  'citedByCount',
  'notices',
] as const satisfies readonly (keyof Present)[];

const partsOf = (view: PublicationView) => {
  const { state } = view;
  const record = mergedOf(view);
  return {
    record,
    linked: Object.fromEntries(rolesOf(record, state)),
    metadata: metadataOf(state.enrichment),
    citedByCount: state.citedByCount,
    notices: state.notices,
  };
};

const whilePublic = (view: PublicationView | null): PublicationView | null =>
  view === null || view.publicSince === null ? null : view;

export const isPublicChange = (before: PublicationView | null, after: PublicationView | null): boolean => {
  const [was, is] = [whilePublic(before), whilePublic(after)];
  if (was === null || is === null) return was !== is;
  // Most events replace none of these.
  return SOURCES.some((field) => was.state[field] !== is.state[field]) && !equal(partsOf(was), partsOf(is));
};
