/** An iD is part of a name: whatever moves the entry moves it, and whatever replaces the list says what it is. */
import assert from 'node:assert/strict';
import type { Operation } from '../../../domain/changes/json-patch.ts';
import type { CslItem, CslName } from '../../../domain/csl.ts';
import { fold } from '../../../domain/decider.ts';
import { Refused } from '../../../domain/errors.ts';
import { orcidAddress } from '../../../domain/orcid.ts';
import { driftOf } from '../../../domain/publication/drift.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { publication } from '../../../domain/publication/publication.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { merge } from '../../../domain/record/overlay.ts';
import { editOf } from '../../support/patching.ts';
import { suite } from '../../support/suite.ts';
import { CARBERRY, DOI, record } from './samples.ts';

const ADA = '0000-0001-5109-3700';
const carberry = { family: 'Carberry', given: 'Josiah', ORCID: orcidAddress(CARBERRY) };
const ada = { family: 'Lovelace', given: 'Ada', ORCID: orcidAddress(ADA) };
const babbage = { family: 'Babbage', given: 'Charles' };

/** A publication as providers and staff change it. */
const history = () => {
  const events: PublicationEvent[] = [];
  let at = 1_000;
  const present = (): Present => fold(publication, events) as Present;
  const provider = (...author: readonly CslName[]): void => {
    const original: CslItem = { type: 'article-journal', DOI, author };
    const command = { ...record, type: 'RecordFromProvider', original, fetchedAt: (at += 1) } as const;
    events.push(
      ...publication.decide(
        command,
        fold<ReturnType<typeof publication.evolve>, PublicationEvent>(publication, events),
      ),
    );
  };
  const patch = (...operations: readonly Operation[]): void => {
    events.push(...publication.decide({ type: 'EditPublication', ...editOf(present(), operations) }, present()));
  };
  provider(carberry, ada, babbage);
  return { present, provider, patch, authors: () => merge(present()).author };
};

const entries = suite('the iD of an author');

entries('moves with its entry', () => {
  const { patch, authors } = history();
  patch({ op: 'move', from: '/author/0', path: '/author/2' });
  assert.deepEqual(authors(), [ada, babbage, carberry]);
});

entries('stays when another part of the name is corrected, also through a refresh', () => {
  const { patch, provider, authors, present } = history();
  patch({ op: 'replace', path: '/author/0/given', value: 'J. S.' });
  provider(ada, carberry, babbage);
  assert.deepEqual(authors(), [{ ...carberry, given: 'J. S.' }, ada, babbage]);
  assert.deepEqual(
    driftOf(present()).map(({ field }) => field),
    ['author'],
  );
});

entries('is edited in its place, and accepted in every form that a person writes', () => {
  const { patch, authors } = history();
  patch(
    { op: 'add', path: '/author/2/ORCID', value: ADA.replaceAll('-', '') },
    { op: 'remove', path: '/author/1/ORCID' },
  );
  assert.deepEqual(authors()?.[2], { ...babbage, ORCID: orcidAddress(ADA) });
  assert.deepEqual(authors()?.[1], { family: 'Lovelace', given: 'Ada' });
});

entries('is kept in every list of names', () => {
  const { patch, present } = history();
  patch({ op: 'add', path: '/editor', value: [{ ...babbage, ORCID: CARBERRY }] });
  assert.deepEqual(merge(present()).editor, [{ ...babbage, ORCID: orcidAddress(CARBERRY) }]);
});

entries('goes with a list that is replaced without it', () => {
  const { patch, authors } = history();
  patch({ op: 'replace', path: '/author', value: [babbage] });
  assert.deepEqual(authors(), [babbage]);
});

entries('is refused with its place if it is none', () => {
  const { present } = history();
  assert.throws(
    () => editOf(present(), [{ op: 'add', path: '/author/2/ORCID', value: '0000-0002-1825-0098' }]),
    (error) => error instanceof Refused && error.kind === 'invalid' && error.details?.['field'] === 'author/2/ORCID',
  );
});
