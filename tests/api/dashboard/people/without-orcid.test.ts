/** People without an ORCID iD, over HTTP: registered, linked by hand, suggested, left out where an iD is wanted, merged and erased. */
import assert from 'node:assert/strict';
import { personMerges, type PersonMerge } from '../../../../commands/merge-people.ts';
import type { CslItem } from '../../../../domain/csl.ts';
import { orcidAddress } from '../../../../domain/orcid.ts';
import { hasOrcid } from '../../../../domain/person/id.ts';
import { carryOut } from '../../../../workers/person-merges/run.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { addPaper } from '../../../support/papers.ts';
import { servePublic } from '../../../support/serving.ts';
import { refusesEach, staffed } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

type Person = Readonly<Record<string, unknown>> & { readonly orcid: string };
type Job = { readonly id: string; readonly status: string; readonly moved: number; readonly records: number };
type People = { readonly people: readonly Person[]; readonly total: number };
type Detail = { readonly person_orcids: readonly string[]; readonly author_match_state: string };

const people = suite('a person without an ORCID iD');
const { installation, jo, admin, stranger } = await staffed(people);
const served = await people.holds(servePublic(installation));

let made = 0;
const paper = async (author: CslItem['author'] = [{ family: 'Nobody', given: 'X.' }]): Promise<string> => {
  const doi = `10.5555/emeritus.${(made += 1)}`;
  await addPaper(installation, doi, { original: { type: 'book', title: `Jars ${made}`, DOI: doi, author } });
  return doi;
};
const register = async (name: string): Promise<string> => {
  const { orcid } = bodyOf<Person>(await jo.post('/api/people', { name }), 201);
  assert.ok(!hasOrcid(orcid));
  return orcid;
};
const decide = async (doi: string, id: string, verb: string, status = 200) =>
  bodyOf(await jo.post(`/api/publications/${doi}/authors/${id}/${verb}`), status);
const detail = async (doi: string): Promise<Detail> => bodyOf<Detail>(await jo.get(`/api/publications/${doi}`));
const person = async (id: string): Promise<Person> => bodyOf<Person>(await jo.get(`/api/people/${id}`));
const listed = async (query: string): Promise<readonly string[]> =>
  bodyOf<People>(await jo.get(`/api/people?${query}`)).people.map(({ orcid }) => orcid);
const merge = async (from: string, into: string): Promise<Job> =>
  bodyOf<Job>(await jo.post(`/api/people/${from}/merge`, { into }), 202);
const kept = async (id: string): Promise<PersonMerge> => {
  const job = await personMerges.get(installation.state, 'org', id);
  assert.ok(job !== null);
  return job;
};
const options = { goOn: () => Promise.resolve(), signal: new AbortController().signal };
const carriedOut = async (id: string): Promise<PersonMerge> => {
  for await (const job of carryOut(installation, await kept(id), options)) assert.ok(job.id === id);
  await installation.settled();
  return kept(id);
};
const merged = async (from: string, into: string): Promise<string> => {
  const { id } = await merge(from, into);
  assert.equal((await carriedOut(id)).status, 'succeeded');
  return id;
};
const undo = async (cause: string): Promise<string> => {
  const undone = bodyOf<{ correlation_id: string; refused: number; steps: number }>(
    await jo.post(`/api/activity/causes/${cause}/undo`, {}),
  );
  assert.equal(undone.refused, undone.steps);
  await installation.settled();
  return undone.correlation_id;
};

people('is registered by name, and changed like any other', async () => {
  const id = await register('Zacharias Brandis');
  const { name, slug, last_ingestion: job } = await person(id);
  assert.deepEqual([name, slug, job], ['Zacharias Brandis', `zacharias-brandis-${id.slice(-4)}`, null]);
  bodyOf(await admin.post('/api/entities', { id: 'attic', name: 'Attic' }), 201);
  bodyOf(await jo.patch(`/api/people/${id}`, { name: 'Zacharias Brandis', biography: 'Of jars' }));
  bodyOf(await jo.patch(`/api/people/${id}/details`, { people_type: 'emeritus' }));
  bodyOf(await jo.patch(`/api/people/${id}/affiliation`, { entity_id: 'attic', status: 'org' }));
  const { biography, people_type: type, affiliations } = await person(id.toUpperCase());
  assert.deepEqual([biography, type, (affiliations as unknown[]).length], ['Of jars', 'emeritus', 1]);
  bodyOf(await jo.post(`/api/people/${id}/archive`));
  assert.deepEqual(await listed('archived=true&has_orcid=false'), [id]);
  bodyOf(await jo.post(`/api/people/${id}/unarchive`));
  assert.deepEqual(await listed('q=brandis&has_orcid=false'), [id]);
  assert.deepEqual(await listed('q=brandis&has_orcid=true'), []);
  assert.deepEqual(await listed(`orcid_ids=${id}`), [id]);
  const { history } = bodyOf<{ history: readonly unknown[] }>(await jo.get(`/api/people/${id}/history`));
  assert.ok(history.length >= 6);
  const { events } = bodyOf<{ events: readonly unknown[] }>(await jo.get(`/api/activity?orcid=${id}`));
  assert.equal(events.length, history.length);
  assert.equal((await stranger.get(`/api/people/${id}`)).status, 404);
});

people('is refused without a name, and with an id of the client’s own', async () => {
  const { orcid } = await person(await register('Given Once'));
  await refusesEach(
    (body) => jo.post('/api/people', body),
    [
      ['name', {}],
      ['name', { name: '  ' }],
      ['ORCID', { orcid, name: 'Somebody' }],
    ],
  );
  const { text, status } = await jo.get('/api/people/p-1');
  assert.equal(status, 400);
  assert.match(text, /0000-0002-1825-0097.*p-/u);
});

people('is linked to what staff add by hand, and lists are narrowed to it', async () => {
  const id = await register('Written Down');
  const record = { type: 'book', title: 'Jars, written down', issued: { 'date-parts': [[1975]] } };
  const added = bodyOf<{ id: string } & Detail>(
    await jo.post('/api/publications', { record, person_orcids: [id] }),
    201,
  );
  assert.deepEqual(added.person_orcids, [id]);
  const { works } = bodyOf<{ works: readonly { id: string }[] }>(await jo.get(`/api/works?orcid_id=${id}`));
  assert.deepEqual(
    works.map((work) => work.id),
    [added.id],
  );
  assert.equal(bodyOf<{ total: number }>(await served.get(`/v1/works?orcid_id=${id}`)).total, 1);
});

people('is never ingested', async () => {
  const id = await register('Never Ingested');
  await refusesEach((body) => jo.post('/api/ingest', body), [['orcid_ids/0', { orcid_ids: [id] }]]);
  assert.equal((await jo.get(`/api/ingest/status?orcid_ids=${id}`)).status, 400);
});

people('is suggested by name, and linked by staff alone', async () => {
  const doi = await paper([{ family: 'Quenstedt', given: 'F.' }]);
  const named = await paper([{ family: 'Quenstedt', given: 'F.', ORCID: orcidAddress(inventedOrcid(900)) }]);
  const id = await register('Friedrich Quenstedt');
  await installation.settled();
  const suggested = async (): Promise<readonly string[]> => {
    const { publications } = bodyOf<{ publications: readonly { publication_id: string; suggestions: unknown[] }[] }>(
      await jo.get('/api/suggestions?per_page=100'),
    );
    return publications
      .filter(({ suggestions }) => JSON.stringify(suggestions).includes(id))
      .map(({ publication_id: of }) => of);
  };
  assert.deepEqual(await suggested(), [doi], 'not of an entry with the iD of another person');
  bodyOf(await jo.post(`/api/publications/${doi}/suggestions/${id}/accept`));
  await decide(named, id, 'link');
  await installation.settled();
  assert.deepEqual(await suggested(), []);
  assert.deepEqual((await detail(doi)).person_orcids, [id]);
  bodyOf(await admin.post('/api/site-tools/repair-author-links', { doi }));
  assert.deepEqual((await detail(doi)).person_orcids, [id], 'a repair keeps it');
  const { publications } = bodyOf<{ publications: readonly { id: string }[] }>(
    await jo.get(`/api/publications?orcid_id=${id}`),
  );
  assert.deepEqual(publications.map((each) => each.id).sort(), [doi, named].sort());
});

people('is left out where the documents want an iD, and has a public listing', async () => {
  const [doi, id] = [await paper(), await register('Public Emerita')];
  await decide(doi, id, 'link');
  bodyOf(
    await jo.post('/api/projects', {
      id: 'kiln',
      programme: 'P',
      title: 'Kiln',
      href: 'https://example.org',
      member_orcids: [id, inventedOrcid(901)],
    }),
    201,
  );
  bodyOf(await jo.post('/api/projects/kiln/publish'));
  await installation.settled();
  const get = async (path: string): Promise<string> => {
    const { status, text } = await served.get(path);
    assert.equal(status, 200, text);
    return text;
  };
  assert.ok(!(await get('/v1/researchers?per_page=100')).includes(id));
  assert.equal((await served.get(`/v1/researchers/${id}`)).status, 404);
  assert.equal((await served.get(`/v1/researchers/${id}/publications`)).status, 400);
  assert.ok(!(await get('/v1/projects/kiln')).includes(id));
  const { orcid_sources: sources } = bodyOf<{ orcid_sources: number }>(await jo.get('/api/publications/stats'));
  assert.equal(sources, 0);

  const { people: found } = JSON.parse(await get('/v1/people-without-orcid?q=emerita')) as {
    people: readonly Record<string, unknown>[];
  };
  assert.deepEqual(
    found.map(({ id: of, name, publication_count: count }) => [of, name, count]),
    [[id, 'Public Emerita', 1]],
  );
  assert.equal((JSON.parse(await get(`/v1/people-without-orcid/${id}`)) as { name: string }).name, 'Public Emerita');
  assert.ok((await get(`/v1/people-without-orcid/${id}/publications`)).includes(doi));
  assert.equal((await served.get('/v1/people-without-orcid/p-1')).status, 404);
  assert.equal((await served.get(`/v1/people-without-orcid/${inventedOrcid(901)}`)).status, 404);
});

people('gets an iD later without losing anything, which can be undone', async () => {
  const [id, orcid] = [await register('Later Known'), inventedOrcid(902)];
  const [linked, rejected] = [await paper(), await paper()];
  await decide(linked, id, 'link');
  await decide(rejected, id, 'unlink');
  bodyOf(await jo.patch(`/api/people/${id}/details`, { people_type: 'emerita' }));
  bodyOf(await jo.patch('/api/projects/kiln', { member_orcids: [id] }));
  const before = await person(id);

  const cause = await merged(id, orcid);
  assert.deepEqual((await detail(linked)).person_orcids, [orcid]);
  assert.deepEqual(await listed('q=later'), [orcid]);
  const { name, people_type: type, publication_count: count } = await person(orcid);
  assert.deepEqual([name, type, count], ['Later Known', 'emerita', 1]);
  assert.equal((await person(id))['merged_into'], orcid);
  const project = bodyOf<{ member_orcids: readonly string[] }>(await jo.get('/api/projects/kiln'));
  assert.deepEqual(project.member_orcids, [orcid]);
  // Staff's rejection holds for the iD: a machine does not link it.
  await addPaper(installation, rejected, {
    original: { type: 'book', title: 'Jars', author: [{ family: 'Known', given: 'L.', ORCID: orcidAddress(orcid) }] },
    links: [{ orcid, basis: 'metadata' }],
    fetchedAt: 2_000,
  });
  assert.deepEqual((await detail(rejected)).person_orcids, []);
  const { status, headers } = await served.get(`/v1/people-without-orcid/${id}`, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location')], [301, `${served.url}/v1/researchers/${orcid}`]);
  for (const path of [`/api/people/${id}/archive`, `/api/people/${id}/merge`])
    assert.equal((await jo.post(path, path.endsWith('merge') ? { into: orcid } : undefined)).status, 409, path);
  await decide(await paper(), id, 'link', 404);

  const undone = await undo(cause);
  const { updated_at: _at, ...now } = await person(id);
  const { updated_at: _before, ...was } = before;
  assert.deepEqual(now, was);
  assert.deepEqual((await detail(linked)).person_orcids, [id]);
  assert.deepEqual(await listed('q=later'), [id]);
  assert.equal((await person(orcid))['archived'], true);

  await undo(undone);
  assert.deepEqual((await detail(linked)).person_orcids, [orcid]);
  assert.deepEqual(await listed('q=later'), [orcid]);
});

people('is merged into a registered person, and found by the names of both', async () => {
  const [id, orcid] = [await register('Wilhelmine Altername'), inventedOrcid(903)];
  bodyOf(await jo.post('/api/people', { orcid, name: 'Wilhelmine Neuname' }), 201);
  const doi = await paper([{ family: 'Altername', given: 'W.' }]);
  await decide(doi, id, 'link');
  const cause = await merged(id, orcid);
  assert.deepEqual(await listed('q=altername'), [orcid]);
  const { person_orcids: linked, author_match_state: state } = await detail(doi);
  assert.deepEqual([linked, state], [[orcid], 'complete'], 'they are among the authors by the other name');
  await undo(cause);
  assert.deepEqual(await listed('q=altername'), [id]);
  assert.deepEqual(await listed('q=neuname'), [orcid]);
});

people('cannot be merged with anybody or anything', async () => {
  const [id, orcid] = [await register('One Alone'), inventedOrcid(904)];
  bodyOf(await jo.post('/api/people', { orcid, name: 'Has One' }), 201);
  await refusesEach(
    (body) => jo.post(`/api/people/${id}/merge`, body),
    [
      ['into', {}],
      ['into', { into: 'somebody' }],
      ['into', { into: '0000-0002-1825-0098' }],
      ['into', { into: id }],
      ['name', { into: orcid, name: 'x' }],
    ],
  );
  const unknown = `p-${'0'.repeat(26)}`;
  assert.equal((await jo.post(`/api/people/${id}/merge`, { into: unknown })).status, 404);
  assert.equal((await jo.post(`/api/people/${unknown}/merge`, { into: orcid })).status, 404);
  assert.equal((await jo.post(`/api/people/${orcid}/merge`, { into: id })).status, 409);
  assert.equal((await stranger.post(`/api/people/${id}/merge`, { into: orcid })).status, 404);
  assert.equal((await person(id))['merged_into'], null);
});

people('is merged once, however often the request is sent', async () => {
  const [id, orcid] = [await register('Sent Twice'), inventedOrcid(905)];
  const send = () => jo.post(`/api/people/${id}/merge`, { into: orcid }, { headers: { 'x-request-id': 'merge-once' } });
  const { id: job } = bodyOf<Job>(await send(), 202);
  assert.equal(bodyOf<Job>(await send(), 202).id, job);
  await carriedOut(job);
  const again = bodyOf<Job>(await send(), 202);
  assert.deepEqual([again.id, again.status], [job, 'succeeded']);
  assert.equal(bodyOf<Job>(await jo.get(`/api/merges/${job}`)).status, 'succeeded');
});

people('whose merge is interrupted is merged by the next worker', async () => {
  const [id, orcid] = [await register('Cut Off'), inventedOrcid(906)];
  const dois: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    dois.push(await paper());
    await decide(dois.at(-1) ?? '', id, 'link');
  }
  const { id: job, records } = await merge(id, orcid);
  assert.equal(records, 3);
  let changes = 0;
  const goOn = () => ((changes += 1) > 3 ? Promise.reject(new Error('killed')) : Promise.resolve());
  const killed = async () => {
    for await (const _ of carryOut(installation, await kept(job), { ...options, goOn }));
  };
  await assert.rejects(killed, /killed/u);
  await installation.settled();
  const linkedTo = async (): Promise<readonly string[]> =>
    (await Promise.all(dois.map(detail))).flatMap(({ person_orcids: linked }) => linked).sort();
  assert.deepEqual(await linkedTo(), [id, orcid, orcid].sort());
  assert.equal((await person(id))['merged_into'], null);

  assert.equal((await carriedOut(job)).status, 'succeeded');
  assert.deepEqual(await linkedTo(), [orcid, orcid, orcid]);
  await undo(job);
  assert.deepEqual(await linkedTo(), [id, id, id]);
});

people('whom others have merged or linked meanwhile is not merged twice, and loses nothing', async () => {
  const [id, one, other] = [await register('Wanted Twice'), inventedOrcid(907), inventedOrcid(908)];
  const { id: first } = await merge(id, one);
  const { id: second } = await merge(id, other);
  const late = await paper();
  let isLate = false;
  const goOn = async (): Promise<void> => {
    // After the first look at the records of the person, before they are merged.
    if (!isLate && (await person(one).catch(() => null)) !== null) {
      isLate = true;
      await decide(late, id, 'link');
    }
  };
  for await (const _ of carryOut(installation, await kept(first), { ...options, goOn }));
  await installation.settled();
  assert.ok(isLate);
  assert.deepEqual((await detail(late)).person_orcids, [one]);
  const { status, error } = await carriedOut(second);
  assert.deepEqual([status, error?.code], ['failed', 'person_merged']);
  assert.equal((await jo.get(`/api/people/${other}`)).status, 404);
});

people('whose merge waits is listed with the long jobs, and not merged once that is cancelled', async () => {
  const [id, orcid] = [await register('Not After All'), inventedOrcid(909)];
  const { id: job } = await merge(id, orcid);
  const { jobs } = bodyOf<{ jobs: readonly { id: string; kind: string }[] }>(await admin.get('/api/jobs'));
  assert.deepEqual(
    jobs.filter((each) => each.id === job).map(({ kind }) => kind),
    ['person_merge'],
  );
  bodyOf(await admin.post(`/api/jobs/${job}/cancel`));
  const { status, error } = await kept(job);
  assert.deepEqual([status, error?.code], ['failed', 'cancelled']);
  assert.equal((await person(id))['merged_into'], null);
});
