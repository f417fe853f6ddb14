/** Events of a work from an earlier release are read as that release read them. */
import assert from 'node:assert/strict';
import { upcastAs } from '../../../domain/upcast.ts';
import type { WorkEvent } from '../../../domain/work/events.ts';
import type { Work } from '../../../domain/work/state.ts';
import { work } from '../../../domain/work/work.ts';
import { fold } from '../../../domain/decider.ts';
import { newEvent } from '../../support/new-event.ts';
import { suite } from '../../support/suite.ts';

const earlier = suite('works in a log of an earlier release');
const source = { provider: 'orcid', url: 'https://pub.orcid.org/v3.0/0000-0002-1825-0097/works' };
const original = { type: 'book', title: 'Pots', publisher: 'Press' };
const ORCID = '0000-0002-1825-0097';

const recorded = (events: readonly (readonly [type: string, data: object])[]): readonly WorkEvent[] =>
  events.flatMap(([type, data], revision) =>
    upcastAs<WorkEvent>({ ...newEvent(1), type, data, stream: 'work-test~isbn.1', revision, position: revision }),
  );

earlier('are refreshed, edited and linked as they were', () => {
  const state = fold<Work, WorkEvent>(
    work,
    recorded([
      ['WorkAdded', { key: 'isbn.1', original, href: 'https://example.org/1', source, fetchedAt: 1 }],
      [
        'WorkEdited',
        { changes: [{ field: 'title', before: 'Pots', after: 'Jars' }], overlay: { title: { value: 'Jars' } } },
      ],
      ['WorkEdited', { changes: [{ field: 'publisher', before: 'Press' }], overlay: { publisher: { removed: true } } }],
      ['WorkRefreshed', { changes: [{ field: 'title', before: 'Pots', after: 'Cups' }, { field: 'volume', after: '2' }], href: 'https://example.org/2', source, fetchedAt: 2 }], // oxfmt-ignore
      [
        'WorkEdited',
        { changes: [{ field: 'title', before: 'Jars', after: 'Cups' }], overlay: { title: { reverted: true } } },
      ],
      ['WorkAuthorLinked', { orcid: ORCID, basis: 'orcid_list' }],
    ]),
  );
  assert.deepEqual(state, {
    status: 'published',
    key: 'isbn.1',
    original: { type: 'book', title: 'Cups', publisher: 'Press', volume: '2' },
    overlay: { publisher: { removed: true } },
    href: 'https://example.org/2',
    listedHref: 'https://example.org/2',
    hrefIsByHand: false,
    source,
    fetchedAt: 2,
    since: 1,
    links: [{ orcid: ORCID, basis: 'orcid_list' }],
    identifiers: [],
    supersededBy: null,
    apartFrom: [],
    suggested: [],
  });
});
