/** Bringing a publication back that was reset: the provider's record as it was, and over it what people had made of it. */
import type { PublicationCommand } from '../../publication/commands.ts';
import type { LinkBasis } from '../../publication/events.ts';
import { withOrcids } from '../../publication/author-entries.ts';
import { editable, fieldsChanged, merge } from '../../publication/overlay.ts';
import type { Present } from '../../publication/state.ts';

type MachineBasis = Exclude<LinkBasis, 'staff'>;

const byMachine = ({ links }: Present): readonly { readonly orcid: string; readonly basis: MachineBasis }[] =>
  Object.entries(links).flatMap(([orcid, { linked, basis }]) =>
    linked && basis !== 'staff' ? [{ orcid, basis }] : [],
  );

const byStaff = ({ links }: Present, wanted: boolean): readonly string[] =>
  Object.entries(links).flatMap(([orcid, { linked, basis }]) =>
    basis === 'staff' && linked === wanted ? [orcid] : [],
  );

export const commandsToBringBack = (was: Present): readonly PublicationCommand[] => {
  const { doi, original, overlay, source, fetchedAt, enrichment, citedByCount, custom, visible, status } = was;
  const shown = editable(merge(original, overlay));
  const changes = fieldsChanged(editable(original), shown);
  return [
    { type: 'RecordFromProvider', doi, original, source, fetchedAt, enrichment, citedByCount, links: byMachine(was) },
    { type: 'SettleAuthors', linked: byStaff(was, true), rejected: byStaff(was, false), open: [] },
    { type: 'EditPublication', ...withOrcids(changes, shown), custom, visible },
    ...(status === 'deleted' ? [{ type: 'DeletePublication' } as const] : []),
  ];
};
