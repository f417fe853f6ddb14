/** Bringing a publication back that was reset: the provider's record as it was, and over it what people had made of it. */
import type { CslItem } from '../../csl.ts';
import type { PublicationCommand } from '../../publication/commands.ts';
import type { LinkBasis, Overlay } from '../../publication/events.ts';
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

/** The provider's record as it was when people edited it. */
const whenEdited = ({ original, baselines }: Present): CslItem => {
  const drifted = Object.entries(baselines).filter(([, { driftedAt }]) => driftedAt !== null);
  const said = drifted.map(([field, { provider }]): [string, Overlay[string]] => [
    field,
    provider === undefined ? { removed: true } : { value: provider },
  ]);
  return merge(original, Object.fromEntries(said));
};

export const commandsToBringBack = (was: Present): readonly PublicationCommand[] => {
  const { doi, original, overlay, source, fetchedAt, enrichment, citedByCount, custom, visible, status } = was;
  const record = { type: 'RecordFromProvider', doi, source, fetchedAt, links: byMachine(was) } as const;
  const edited = whenEdited(was);
  const shown = editable(merge(edited, overlay));
  const changes = fieldsChanged(editable(edited), shown);
  return [
    { ...record, original: edited, enrichment, citedByCount },
    { type: 'SettleAuthors', linked: byStaff(was, true), rejected: byStaff(was, false), open: [] },
    { type: 'EditPublication', ...withOrcids(changes, shown), custom, visible },
    // What it says otherwise since is marked again.
    { ...record, original },
    ...(status === 'deleted' ? [{ type: 'DeletePublication' } as const] : []),
  ];
};
