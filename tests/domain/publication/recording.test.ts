/** The decisions that follow from a provider's response. */
import assert from 'node:assert/strict';
import { fold } from '../../../domain/decider.ts';
import { orcidAddress } from '../../../domain/orcid.ts';
import type { Enrichment, PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { isRetracted, type Present } from '../../../domain/publication/state.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { added, CARBERRY, DOI, happened, original, record, source } from './samples.ts';

const recording = suite("recording a provider's response");
const notice = { by: '10.5555/pots.1-r', kind: 'retraction', provider: 'crossref' } as const;

recording('adds a new publication', () =>
  given(publication)
    .when({ type: 'RecordFromProvider', ...record })
    .then(added),
);

recording('decides nothing when nothing has changed', () =>
  given(publication, added)
    .when({ type: 'RecordFromProvider', ...record, fetchedAt: 2_000 })
    .thenNothing(),
);

recording('ignores the order of keys', () =>
  given(publication, added)
    .when({
      type: 'RecordFromProvider',
      ...record,
      original: { DOI, volume: '1', title: 'On cracked pots', type: 'article-journal' },
    })
    .thenNothing(),
);

recording('records each changed field with its values before and after', () =>
  given(publication, added)
    .when({
      type: 'RecordFromProvider',
      ...record,
      fetchedAt: 2_000,
      original: { type: 'article-journal', title: 'On pots', DOI, issue: '2' },
    })
    .then({
      type: 'PublicationRefreshed',
      data: {
        changes: [
          { path: '/title', before: 'On cracked pots', after: 'On pots' },
          { path: '/volume', before: '1' },
          { path: '/issue', after: '2' },
        ],
        source,
        fetchedAt: 2_000,
      },
    }),
);

recording('ignores a response older than the current record', () =>
  given(publication, added)
    .when({
      type: 'RecordFromProvider',
      ...record,
      fetchedAt: 999,
      citedByCount: 1,
      original: { ...original, title: 'Late' },
    })
    .thenNothing(),
);

recording('records a new citation count separately', () =>
  given(publication, added)
    .when({ type: 'RecordFromProvider', ...record, citedByCount: 5 })
    .then({ type: 'CitationCountChanged', data: { before: 4, after: 5, fetchedAt: 1_000 } }),
);

recording('accepts a response after a wrong clock has dated the record', () => {
  const ahead = { ...added, data: { ...added.data, fetchedAt: 1_000 + 30 * 86_400_000 } } as typeof added;
  given(publication, ahead)
    .when({ type: 'RecordFromProvider', ...record, citedByCount: 5, original: { ...original, title: 'Corrected' } })
    .then(
      {
        type: 'PublicationRefreshed',
        data: {
          changes: [{ path: '/title', before: original.title ?? '', after: 'Corrected' }],
          ...{ source: record.source, fetchedAt: 1_000 },
        },
      },
      { type: 'CitationCountChanged', data: { before: 4, after: 5, fetchedAt: 1_000 } },
    );
});

recording('keeps the facts when no provider could be reached', () => {
  const { enrichment: _enrichment, citedByCount: _count, ...silent } = record;
  given(publication, added)
    .when({ type: 'RecordFromProvider', ...silent })
    .thenNothing();
});

recording('refreshes a deleted publication and keeps it deleted', () =>
  given(publication, added, happened('PublicationDeleted'))
    .when({ type: 'RecordFromProvider', ...record, citedByCount: 9 })
    .then({ type: 'CitationCountChanged', data: { before: 4, after: 9, fetchedAt: 1_000 } }),
);

recording('links an author once, by the strongest evidence', () =>
  given(publication, added)
    .when({
      type: 'RecordFromProvider',
      ...record,
      links: [
        { orcid: CARBERRY, basis: 'metadata' },
        { orcid: CARBERRY, basis: 'orcid_list' },
      ],
    })
    .then({ type: 'AuthorLinked', data: { links: [{ basis: 'orcid_list', orcids: [CARBERRY] }] } }),
);

recording('never relinks an author whom staff unlinked', () =>
  given(publication, added, { type: 'AuthorUnlinked', data: { links: [{ basis: 'staff', orcids: [CARBERRY] }] } })
    .when({ type: 'RecordFromProvider', ...record, links: [{ orcid: CARBERRY, basis: 'metadata' }] })
    .thenNothing(),
);

recording('keeps the strongest evidence of a link', () => {
  const by = (basis: 'metadata' | 'openalex_list' | 'orcid_list') => ({
    event: { type: 'AuthorLinked', data: { links: [{ basis, orcids: [CARBERRY] }] } } as const,
    command: { type: 'RecordFromProvider', ...record, links: [{ orcid: CARBERRY, basis }] } as const,
  });
  const [metadata, openalex, own] = [by('metadata'), by('openalex_list'), by('orcid_list')];
  const kept = ({ event }: typeof own) => ({ ...event, data: { ...event.data, wereLinked: true } }) as const;
  given(publication, added, metadata.event).when(own.command).then(kept(own));
  given(publication, added, metadata.event).when(openalex.command).then(kept(openalex));
  given(publication, added, metadata.event, own.event).when(openalex.command).thenNothing();
  given(publication, added, own.event).when(metadata.command).thenNothing();
});

recording('remembers a retraction notice that arrived before the work', () =>
  given(publication, { type: 'RetractionNoticed', data: { doi: DOI, notice } })
    .when({ type: 'RecordFromProvider', ...record })
    .then({ ...added, data: { ...(added as { data: object }).data, notices: [notice] } } as never),
);

recording('records a notice once', () =>
  given(publication, added, { type: 'RetractionNoticed', data: { doi: DOI, notice } })
    .when({ type: 'NoteRetraction', doi: DOI, notice })
    .thenNothing(),
);

recording("takes OpenAlex's mark for a notice, which ends when OpenAlex takes it back", () => {
  const marked = { openalex_id: 'https://openalex.org/W1', is_retracted: true };
  const mark = { by: marked.openalex_id, kind: 'retraction', provider: 'openalex' } as const;
  const noticed = { type: 'RetractionNoticed', data: { doi: DOI, notice: mark } } as const;
  const enriched = (before: Enrichment | null, after: Enrichment, fetchedAt: number) =>
    ({ type: 'PublicationEnriched', data: { before, after, fetchedAt } }) as const;
  const facts = (enrichment: Enrichment, fetchedAt: number) =>
    ({ type: 'ConfirmFromProvider', ...record, enrichment, fetchedAt }) as const;
  given(publication, added)
    .when(facts(marked, 5_000))
    .then(enriched(null, marked, 5_000), noticed);

  const history = [added, enriched(null, marked, 5_000), noticed];
  const moved = { ...marked, openalex_id: 'https://openalex.org/W2' };
  given(publication, ...history)
    .when(facts(moved, 6_000))
    .then(enriched(marked, moved, 6_000));
  const state = (...events: readonly PublicationEvent[]) => fold(publication, events);
  assert.ok(isRetracted(state(...history)));
  const sound = enriched(marked, { ...marked, is_retracted: false }, 6_000);
  assert.equal(isRetracted(state(...history, sound) as Present), false);
  const dismissed = { type: 'RetractionDismissed', data: { doi: DOI, notice: mark } } as const;
  assert.equal(isRetracted(state(...history, dismissed, sound, enriched(null, moved, 7_000)) as Present), false);
  given(publication, ...history, dismissed, sound)
    .when(facts(moved, 7_000))
    .then(enriched(sound.data.after, moved, 7_000));
});

recording('ignores a notice that staff dismissed, until they revert that', () => {
  const noticed = { type: 'RetractionNoticed', data: { doi: DOI, notice } } as const;
  const dismissed = { type: 'RetractionDismissed', data: { doi: DOI, notice } } as const;
  const again = { type: 'NoteRetraction', doi: DOI, notice } as const;
  given(publication, added, noticed).when({ type: 'DismissRetraction', doi: DOI, notice }).then(dismissed);
  given(publication, added).when({ type: 'DismissRetraction', doi: DOI, notice }).thenNothing();
  for (const history of [
    [added, noticed, dismissed],
    [noticed, dismissed, added, happened('PublicationReset'), added],
  ]) {
    given(publication, ...history)
      .when(again)
      .thenNothing();
    given(publication, ...history)
      .when({ type: 'RecordFromProvider', ...record, notices: [notice] })
      .thenNothing();
    given(publication, ...history)
      .when({ ...again, byStaff: true })
      .then(noticed);
  }
});

recording('adds a publication again after a reset', () =>
  given(publication, added, happened('PublicationReset'))
    .when({ type: 'RecordFromProvider', ...record })
    .then(added),
);

recording('refuses a record too large for an event', () =>
  given(publication)
    .when({ type: 'RecordFromProvider', ...record, original: { ...original, abstract: 'x'.repeat(1_000_000) } })
    .thenRefused('invalid', 'record_too_large'),
);

const withdrawing = suite('a list that no longer has a publication');
const byList = { type: 'AuthorLinked', data: { links: [{ basis: 'orcid_list', orcids: [CARBERRY] }] } } as const;
const withdraw = { type: 'WithdrawEvidence', orcid: CARBERRY, basis: 'orcid_list' } as const;

withdrawing('unlinks the person whom it alone links', () =>
  given(publication, added, byList)
    .when(withdraw)
    .then({ ...byList, type: 'AuthorUnlinked' }),
);

withdrawing('keeps a link by staff, by another list, or by an iD in the metadata, which becomes its evidence', () => {
  for (const basis of ['staff', 'openalex_list', 'metadata'] as const) {
    const other = { ...byList, data: { links: [{ basis, orcids: [CARBERRY] }] } };
    given(publication, added, other).when(withdraw).thenNothing();
  }
  const named = { ...original, author: [{ family: 'Carberry', ORCID: orcidAddress(CARBERRY) }] };
  given(publication, { ...added, data: { ...added.data, original: named } } as typeof added, byList)
    .when(withdraw)
    .then({ ...byList, data: { links: [{ basis: 'metadata', orcids: [CARBERRY] }], wereLinked: true } });
});
