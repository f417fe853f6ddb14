/** Works without a DOI on the public APIs; the documented listings of publications leave them out. */
import assert from 'node:assert/strict';
import { publicationAggregate } from '../../commands/publication.ts';
import type { PublicationCommand } from '../../domain/publication/commands.ts';
import { dispatch } from '../support/dispatch.ts';
import { openInstallation } from '../support/installation.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const KEY = 'handle.11858/00-1';
const AT = `/v1/works/${encodeURIComponent(KEY)}`;

const works = suite('works on the public API');
const installation = await works.holds(openInstallation({ matching: false }));
const served = await works.holds(servePublic(installation));

const send = async (command: PublicationCommand): Promise<void> => {
  await dispatch(installation, publicationAggregate, KEY, command);
  await installation.settled();
};
const listed = async (path: string): Promise<readonly unknown[]> => {
  const { status, body, text } = await served.get(path);
  assert.equal(status, 200, text);
  const { works: found, publications } = body as Record<string, readonly { readonly id?: string }[]>;
  return (found ?? publications ?? []).map(({ id }) => id ?? '');
};

works.before(async () => {
  const original = {
    ...{ type: 'thesis', title: 'On cracked pots', issued: { 'date-parts': [[1987]] } },
    author: [{ family: 'Carberry', given: 'Josiah' }],
  };
  await send({ type: 'CreatePublication', doi: KEY, original });
  await send({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff' });
});

works('are listed with their key, by search, type, year and person', async () => {
  for (const query of ['', '?q=cracked', '?publication_type=thesis&publication_year=1987', `?orcid_id=${CARBERRY}`])
    assert.deepEqual(await listed(`/v1/works${query}`), [KEY], query);
  for (const query of ['?q=jars', '?publication_type=book', '?orcid_id=0000-0001-5109-3700'])
    assert.deepEqual(await listed(`/v1/works${query}`), [], query);
});

works('have their record in CSL-JSON, with the corrections of staff', async () => {
  await send({ type: 'EditPublication', changes: [{ path: '/publisher', after: 'Brown University' }] });
  const { body } = await served.get(AT);
  const {
    id,
    publication_type: type,
    publication_year: year,
    data,
    edit_count: edits,
  } = body as Record<string, unknown>;
  assert.deepEqual([id, type, year, edits], [KEY, 'thesis', 1987, 1]);
  assert.deepEqual([(data as Record<string, unknown>)['publisher'], Object.hasOwn(data as object, 'DOI')], ['Brown University', false]); // oxfmt-ignore
});

works('are taken away as files, listed or alone', async () => {
  const of = async (path: string): Promise<string> => (await served.get(path)).text;
  for (const path of [`/v1/works?orcid_id=${CARBERRY}&`, `${AT}?`]) {
    assert.match(await of(`${path}format=bibtex`), /^@phdthesis\{[^]*\{On cracked pots\}/u);
    assert.match(await of(`${path}format=text&style=ieee`), /^\[1\] .*On cracked pots/u);
  }
  assert.equal(await of('/v1/works?q=jars&format=bibtex'), '');
  assert.equal((await served.get('/v1/works/isbn.9780306406157?format=bibtex')).status, 404);
});

works('are in no documented listing of publications, and make nobody a researcher', async () => {
  for (const path of ['/v1/publications', `/v1/researchers/${CARBERRY}/publications`])
    assert.deepEqual(await listed(path), [], path);
  assert.equal((await served.get(`/v1/researchers/${CARBERRY}`)).status, 404);
  assert.equal((await served.get(`/v1/doi/${encodeURIComponent(KEY)}`)).status, 404);
});

works('are gone while staff hide or delete them', async () => {
  const moves = [
    ['HidePublication', 'ShowPublication'],
    ['DeletePublication', 'RestorePublication'],
  ] as const;
  for (const [away, back] of moves) {
    await send({ type: away });
    assert.deepEqual([(await served.get(AT)).status, await listed('/v1/works')], [404, []], away);
    await send({ type: back });
    assert.deepEqual([(await served.get(AT)).status, await listed('/v1/works')], [200, [KEY]], back);
  }
});
