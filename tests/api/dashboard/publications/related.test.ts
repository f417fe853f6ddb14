/** Related works over HTTP: as a record states them, and as others that name it do. */
import assert from 'node:assert/strict';
import { RELATED } from '../../../../domain/limits.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { suite } from '../../../support/suite.ts';
import { at, onSample, PAPER } from './on-sample.ts';

const related = suite('the related works of a publication');

/** Of which the sample states no relation. */
const PREPRINT = '10.5555/cpot.2021.007';
const OTHER = '10.5555/cpot.2021.031';

const { installation, jo, stranger, patch } = await onSample(related);

type Related = Readonly<Record<'type' | 'id', string>> & {
  readonly stated_here: boolean;
  readonly url: string | null;
  readonly record: { readonly id: string; readonly visible: boolean; readonly deleted_at: string | null } | null;
};

const of = async (id: string): Promise<readonly Related[]> =>
  bodyOf<{ readonly related: readonly Related[] }>(await jo.get(`${at(encodeURIComponent(id))}/related`)).related;
const brief = (all: readonly Related[]) =>
  all.map(({ type, stated_here: isHere, id, record }) => [type, isHere, record?.id ?? id]);
const relate = async (id: string, ...relation: readonly (readonly [type: string, idType: string, id: string])[]) => {
  const value = relation.map(([type, idType, named]) => ({ type, 'id-type': idType, id: named }));
  await patch(encodeURIComponent(id), [{ op: 'add', path: '/relation', value }]);
  await installation.settled();
};

related('are seen from both ends, and once if both state them', async () => {
  await relate(PAPER, ['has-preprint', 'doi', PREPRINT], ['is-part-of', 'issn', '0000-0019']);
  const [preprint, series] = await of(PAPER);
  assert.deepEqual([preprint?.type, preprint?.record?.id], ['has-preprint', PREPRINT]);
  assert.deepEqual([series?.record, series?.url], [null, 'https://portal.issn.org/resource/ISSN/0000-0019']);
  assert.deepEqual(brief(await of(PREPRINT)), [['is-preprint-of', false, PAPER]]);
  await relate(PREPRINT, ['is-preprint-of', 'doi', PAPER]);
  assert.deepEqual(brief(await of(PREPRINT)), [['is-preprint-of', true, PAPER]]);
});

related('include works without a DOI, by their key, and hidden and deleted ones', async () => {
  const book = { record: { type: 'book', title: 'Pots' }, identifier: { type: 'isbn', value: '9780306406157' } };
  const { id } = bodyOf<{ readonly id: string }>(await jo.post('/api/publications', book), 201);
  await relate(PAPER, ['is-part-of', 'isbn', '0-306-40615-2']);
  assert.deepEqual(brief(await of(PAPER)), [
    ['is-part-of', true, id],
    ['has-preprint', false, PREPRINT],
  ]);
  assert.deepEqual(brief(await of(id)), [['has-part', false, PAPER]]);
  // As the publication of a DOI it is still found by those that name its ISBN.
  const reply = await jo.post(`${at(id)}/doi`, { doi: PREPRINT });
  assert.ok(
    brief(await of(PREPRINT)).some(
      ([type, isHere, named]) => type === 'has-part' && isHere === false && named === PAPER,
    ),
  );
  bodyOf(await jo.post(`/api/activity/causes/${reply.headers.get('x-request-id') ?? ''}/undo`, {}));
  await installation.settled();
  bodyOf(await jo.delete(at(PAPER)));
  await installation.settled();
  const [{ record } = { record: null }] = await of(id);
  assert.equal(record?.id, PAPER);
  assert.notEqual(record?.deleted_at, null);
});

related('may form a circle, and are at most so many', async () => {
  const many = Array.from({ length: RELATED.listed }, (_, n) => ['has-part', 'doi', `10.5555/part-${n}`] as const);
  await relate(PREPRINT, ['is-part-of', 'doi', OTHER], ...many);
  await relate(OTHER, ['is-part-of', 'doi', PREPRINT]);
  const { related: listed, has_more: hasMore } = bodyOf<{
    readonly related: readonly Related[];
    readonly has_more: boolean;
  }>(await jo.get(`${at(encodeURIComponent(PREPRINT))}/related`));
  assert.deepEqual([listed.filter(({ stated_here: isHere }) => isHere).length, hasMore], [RELATED.listed, true]);
  assert.deepEqual(
    brief(listed).filter(([, , id]) => id === OTHER),
    [
      ['is-part-of', true, OTHER],
      ['has-part', false, OTHER],
    ],
  );
});

related('are those of one workspace, which has the publication', async () => {
  for (const [person, id] of [
    [stranger, PAPER],
    [jo, '10.5555/nothing'],
  ] as const)
    assert.equal((await person.get(`${at(id)}/related`)).status, 404);
});
