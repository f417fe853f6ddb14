/** A publication whose DOI is an alias of another's, which takes over what staff decided. */
import assert from 'node:assert/strict';
import { fold } from '../../../domain/decider.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { NO_DASHBOARD_FIELDS } from '../../../domain/publication/state.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { added, CARBERRY, record } from './samples.ts';

const PRIMARY = '10.5555/primary';
const superseded: PublicationEvent = { type: 'PublicationSuperseded', data: { by: PRIMARY } };
const separated: PublicationEvent = { type: 'PublicationSeparated', data: { from: PRIMARY } };
const supersede: PublicationCommand = { type: 'SupersedePublication', by: PRIMARY };

const alias = suite('a publication with an alias as its DOI');

alias('is superseded once, whether or not it exists', () => {
  given(publication).when(supersede).then(superseded);
  given(publication, added).when(supersede).then(superseded);
  given(publication, added, superseded).when(supersede).thenNothing();
});

alias('is superseded again only by staff once they have separated it', () => {
  given(publication, added, superseded).when({ type: 'SeparatePublication' }).then(separated);
  given(publication, added, superseded, separated).when(supersede).thenNothing();
  given(publication, added, superseded, separated)
    .when({ ...supersede, byStaff: true })
    .then(superseded);
});

alias('takes nothing from providers meanwhile, and is changed under its primary DOI', () => {
  given(publication, superseded)
    .when({ type: 'RecordFromProvider', ...record })
    .thenNothing();
  given(publication, added, superseded)
    .when({ type: 'RecordFromProvider', ...record, fetchedAt: 9_000, citedByCount: 5 })
    .thenNothing();
  for (const command of [
    { type: 'EditPublication', changes: [{ path: '/title', after: 'Edited' }] },
    { type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff' },
    { type: 'HidePublication' },
    { type: 'DeletePublication' },
  ] as const)
    given(publication, added, superseded).when(command).thenRefused('conflict', 'publication_superseded');
});

alias('hands over notices, links and what is settled, but no decision that staff have made on the other', () => {
  const notice = { by: '10.5555/notice', kind: 'retraction', provider: 'crossref' } as const;
  const doubt = { orcid: '0000-0001-5109-3700', reason: 'not_named' } as const;
  const command: PublicationCommand = {
    ...({ type: 'TakeOverPublication', overlay: {}, notices: [notice], kept: [notice], dismissed: [] } as const),
    custom: { ...NO_DASHBOARD_FIELDS, q: 1, funding: true },
    ...{ links: { [CARBERRY]: 'orcid_list' }, unlinked: {}, settled: [doubt] },
  };
  const rejected: PublicationEvent = {
    type: 'AuthorUnlinked',
    data: { links: [{ basis: 'staff', orcids: [CARBERRY] }], wereOpen: true },
  };
  const edited: PublicationEvent = {
    type: 'PublicationEdited',
    data: { changes: [{ path: '/q', before: null, after: 2 }], reverted: [] },
  };
  const events = [added, rejected, edited];
  const state = fold(publication, [...events, ...publication.decide(command, fold(publication, events))]);
  assert.ok(state.status === 'active');
  assert.deepEqual([state.custom.q, state.custom.funding, state.links], [2, true, {}]);
  assert.deepEqual([state.notices, state.kept, Object.values(state.settled)], [[notice], [notice], [doubt]]);
});

alias('hands over that staff have dismissed a notice, whatever the id under which OpenAlex makes it', () => {
  const mark = (by: string) => ({ by, kind: 'retraction', provider: 'openalex' }) as const;
  const dismissed = [mark('https://openalex.org/W1')];
  const command: PublicationCommand = {
    ...({ type: 'TakeOverPublication', overlay: {}, kept: [], notices: [], dismissed } as const),
    ...{ custom: NO_DASHBOARD_FIELDS, links: {}, unlinked: {}, settled: [] },
  };
  const doi = '10.5555/primary';
  const marked: PublicationEvent = {
    type: 'RetractionNoticed',
    data: { doi, notice: mark('https://openalex.org/W2') },
  };
  for (const events of [[added], [added, marked]]) {
    const before = fold(publication, events);
    const decided = publication.decide(command, before);
    const state = fold(publication, decided, before);
    assert.deepEqual([state.notices, state.dismissed], [[], dismissed]);
    assert.deepEqual(publication.decide(command, state), []);
  }
});
