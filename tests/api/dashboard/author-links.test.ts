/** Authors and people: suggested by name, decided by staff, repaired by evidence. */
import { orcidAddress } from '../../../domain/orcid.ts';
import assert from 'node:assert/strict';
import { Unavailable } from '../../../domain/errors.ts';
import type { CslItem } from '../../../domain/csl.ts';
import type { ProviderRecord } from '../../../domain/publication/commands.ts';
import { randomIds } from '../../../infra/system.ts';
import { bodyOf, serveDashboard } from '../../support/dashboard.ts';
import { suite } from '../../support/suite.ts';
import { staffed } from '../../support/staffed.ts';
import { addPaper } from '../../support/papers.ts';
import { typesIn } from '../../support/event-stores.ts';

const ADA = '0000-0002-1825-0097';
const OTHER = '0000-0001-5109-3700';
const PAPER = '10.5555/by.name';

type Detail = { readonly author_match_state: string; readonly person_orcids: readonly string[] };
type Repaired = {
  readonly changed: boolean;
  readonly linked: readonly { orcid: string }[];
  readonly unlinked: readonly { orcid: string }[];
};
type Suggestions = {
  readonly publications: readonly {
    readonly publication_id: string;
    readonly suggestions: readonly {
      readonly person: { readonly orcid: string };
      readonly evidence: { readonly name: string };
    }[];
  }[];
};

const links = suite('an author');

const { installation, jo, admin } = await staffed(links);

const harvest = async (original: Partial<CslItem>, found: ProviderRecord['links'] = [], doi = PAPER): Promise<void> => {
  const whole: CslItem = { type: 'article-journal', title: 'By name', DOI: doi, ...original };
  await addPaper(installation, doi, { original: whole, links: found, fetchedAt: Date.now() });
  await installation.settled();
};
const author = [
  { family: 'Öz', given: 'A.' },
  { family: 'Nemo', given: 'Captain' },
];
/** The metadata name the iD of the first author. */
const ofAda = author.map((name, place) => (place === 0 ? { ...name, ORCID: orcidAddress(ADA) } : name));
const detail = async (doi = PAPER): Promise<Detail> => bodyOf<Detail>(await jo.get(`/api/publications/${doi}`));
const suggestions = async (): Promise<Suggestions['publications']> =>
  bodyOf<Suggestions>(await jo.get('/api/suggestions')).publications;
const repair = async (body: object): Promise<Repaired> =>
  bodyOf<Repaired>(await admin.post('/api/site-tools/repair-author-links', { doi: PAPER, ...body }));

links('with the name of a registered person is suggested, not linked', async () => {
  await harvest({ author });
  assert.deepEqual(await suggestions(), []);
  await jo.post('/api/people', { orcid: ADA, name: 'Ada Oz' });
  await installation.settled();
  const [found] = await suggestions();
  assert.equal(found?.publication_id, PAPER);
  assert.deepEqual(
    found?.suggestions.map(({ person, evidence }) => [person.orcid, evidence.name]),
    [[ADA, 'Öz, A.']],
  );
  assert.deepEqual(await detail(), { ...(await detail()), author_match_state: 'needs_attention', person_orcids: [] });
});

links('is suggested for a single publication on request', async () => {
  const of = async (doi: string, more = '') =>
    bodyOf<Suggestions>(await jo.get(`/api/suggestions?doi=${encodeURIComponent(doi)}${more}`)).publications;
  assert.deepEqual(await of(`https://doi.org/${PAPER.toUpperCase()}`), await suggestions());
  assert.deepEqual(await of(PAPER, '&page=2'), []);
  assert.deepEqual(await of('10.5555/nowhere'), []);
  assert.equal((await jo.get('/api/suggestions?doi=no%20key')).status, 400);
});

links('is not suggested for a deleted publication until it is restored', async () => {
  const before = await suggestions();
  const totalOf = async (): Promise<number> => bodyOf<{ total: number }>(await jo.get('/api/suggestions')).total;
  assert.equal((await jo.delete(`/api/publications/${PAPER}`)).status, 200);
  assert.deepEqual(await suggestions(), []);
  assert.equal(await totalOf(), 0);
  assert.deepEqual(bodyOf<Suggestions>(await jo.get(`/api/suggestions?doi=${PAPER}`)).publications, []);
  bodyOf(await jo.post('/api/publications/bulk', { ids: [PAPER], action: 'restore' }));
  assert.deepEqual(await suggestions(), before);
});

links('that staff reject is not suggested again, even after a harvest, a repair or a new name', async () => {
  assert.equal((await jo.post(`/api/publications/${PAPER}/suggestions/${ADA}/reject`)).status, 200);
  assert.deepEqual(await suggestions(), []);
  await harvest({ author: [...author, { family: 'New', given: 'One' }] }, [{ orcid: ADA, basis: 'openalex_list' }]);
  await jo.patch(`/api/people/${ADA}`, { name: 'Ada B. Öz' });
  await repair({});
  await installation.settled();
  assert.deepEqual(await suggestions(), []);
  assert.deepEqual((await detail()).person_orcids, []);
});

links('that staff accept remains linked', async () => {
  await harvest({ author, custom: {} }, [], '10.5555/accepted');
  const reply = await jo.post(`/api/publications/10.5555/accepted/suggestions/${ADA}/accept`);
  assert.deepEqual(bodyOf<Detail>(reply).person_orcids, [ADA]);
  await installation.settled();
  assert.deepEqual(await detail('10.5555/accepted'), {
    ...(await detail('10.5555/accepted')),
    author_match_state: 'complete',
  });
  assert.deepEqual(await suggestions(), []);
});

links('that is not suggested is neither accepted nor rejected', async () => {
  const [registered, unknown] = ['0000-0003-1415-9269', '0000-0002-1694-233X'];
  bodyOf(await jo.post('/api/people', { orcid: registered, name: 'No Author' }), 201);
  for (const [decision, status, code] of [
    [`suggestions/${ADA}/accept`, 200],
    [`suggestions/${ADA}/reject`, 404, 'suggestion_not_found'],
    [`suggestions/${registered}/accept`, 404, 'suggestion_not_found'],
    [`suggestions/${registered}/reject`, 404, 'suggestion_not_found'],
    [`authors/${unknown}/unlink`, 404, 'person_not_registered'],
    [`authors/${registered}/unlink`, 200],
    [`suggestions/${registered}/reject`, 200],
  ] as const) {
    const reply = await jo.post(`/api/publications/10.5555/accepted/${decision}`);
    assert.deepEqual([reply.status, (reply.body as { code?: string }).code], [status, code], decision);
  }
  assert.deepEqual((await detail('10.5555/accepted')).person_orcids, [ADA]);
});

links('who is linked but not listed needs attention', async () => {
  await jo.post('/api/people', { orcid: OTHER, name: 'Somebody Else' });
  await installation.settled();
  const decide = async (decision: string): Promise<Detail> =>
    bodyOf<Detail>(await jo.post(`/api/publications/10.5555%2Faccepted/authors/${OTHER}/${decision}`));
  // The response is correct, whether or not anything has been matched since.
  assert.equal((await decide('link')).author_match_state, 'needs_attention');
  await installation.settled();
  assert.equal((await detail('10.5555/accepted')).author_match_state, 'needs_attention');
  assert.equal((await decide('unlink')).author_match_state, 'complete');
  await installation.settled();
  assert.equal((await detail('10.5555/accepted')).author_match_state, 'complete');
});

links('is linked and unlinked by a repair according to the metadata, after a preview', async () => {
  const doi = '10.5555/repaired';
  const named = { author: ofAda };
  await harvest(named, [{ orcid: OTHER, basis: 'metadata' }], doi);
  const planned = await repair({ doi, dryRun: true });
  assert.deepEqual(
    [planned.linked.map(({ orcid }) => orcid), planned.unlinked.map(({ orcid }) => orcid)],
    [[ADA], [OTHER]],
  );
  assert.deepEqual((await detail(doi)).person_orcids, [OTHER]);
  const { dryRun: _planned, ...plan } = planned as Repaired & { dryRun: boolean };
  const { dryRun: _done, ...done } = (await repair({ doi })) as Repaired & { dryRun: boolean };
  assert.deepEqual(done, plan);
  assert.deepEqual((await detail(doi)).person_orcids, [ADA]);
  assert.equal((await repair({ doi })).changed, false);
});

links("is included in a repair of the institute's own people only if they belong to it", async () => {
  const doi = '10.5555/org.only';
  await harvest({ author: ofAda }, [], doi);
  assert.deepEqual((await repair({ doi, orgOnly: true, dryRun: true })).linked, []);
  await jo.patch(`/api/people/${ADA}/affiliation`, { entity_id: 'org', status: 'org' });
  assert.deepEqual(
    (await repair({ doi, orgOnly: true, dryRun: true })).linked.map(({ orcid }) => orcid),
    [ADA],
  );
});

links('is repaired in bulk where it needs attention', async () => {
  await harvest({ author: [{ family: 'Else', given: 'Somebody' }] }, [], '10.5555/bulk');
  const reply = await admin.post('/api/site-tools/repair-author-links/bulk', { dryRun: true, limitPerShard: 5 });
  assert.ok(bodyOf<{ processed: number }>(reply).processed >= 1);
  assert.equal((await admin.post('/api/site-tools/repair-author-links/bulk', { limitPerShard: 0 })).status, 400);
});

links('is repaired in bulk by a run that was interrupted and repeated: the rest, and nothing twice', async () => {
  const dois = [1, 2, 3, 4].map((n) => `10.5555/cut.${n}`);
  for (const doi of dois)
    await harvest({ author: [{ family: 'Nemo', given: 'Captain' }] }, [{ orcid: ADA, basis: 'openalex_list' }], doi);
  let appends = 0;
  const { events } = installation;
  const dying = await serveDashboard(installation, {
    events: {
      ...events,
      append: (...args) => {
        appends += 1;
        return appends > 2 ? Promise.reject(new Unavailable('event store', 'it is gone')) : events.append(...args);
      },
    },
  });
  const headers = { 'x-request-id': randomIds.next() };
  const bulk = (body: object = {}) => admin.post('/api/site-tools/repair-author-links/bulk', body, { headers });
  type Bulk = { readonly publications: readonly { readonly doi: string }[] };
  const left = async (): Promise<number> =>
    bodyOf<Bulk>(await bulk({ dryRun: true })).publications.filter(({ doi }) => dois.includes(doi)).length;
  try {
    const asAdmin = { ...headers, authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const path = '/api/site-tools/repair-author-links/bulk';
    assert.equal((await dying.fetch(path, { method: 'POST', body: '{}', headers: asAdmin })).status, 503);
  } finally {
    await dying.close();
  }
  const before = await left();
  assert.ok(before > 0 && before < dois.length, String(before));
  bodyOf(await bulk());
  assert.equal(await left(), 0);
  for (const doi of dois) {
    const types = await typesIn({ events }, `publication-org~${doi}`);
    assert.equal(types.filter((type) => type === 'AuthorUnlinked').length, 1, doi);
  }
  const timeline = await admin.get(`/api/activity?correlation_id=${headers['x-request-id']}`);
  const found = bodyOf<{ events: { subject: { id: string }; event_type: string }[] }>(timeline).events;
  assert.equal(found.filter(({ event_type: type }) => type === 'AuthorUnlinked').length, dois.length);
  assert.equal(found.filter(({ event_type: type }) => type === 'AuthorLinksRepaired').length, 1);
});

links('needs the role, and an existing publication and person', async () => {
  assert.equal((await jo.post('/api/site-tools/repair-author-links', { doi: PAPER })).status, 403);
  assert.equal((await jo.post('/api/site-tools/repair-author-links/bulk', {})).status, 403);
  assert.equal((await admin.post('/api/site-tools/repair-author-links', { doi: '10.5555/nothing' })).status, 404);
  assert.equal((await admin.post('/api/site-tools/repair-author-links', { doi: 'x' })).status, 400);
  assert.equal((await jo.post(`/api/publications/10.5555/nothing/authors/${ADA}/link`)).status, 404);
  assert.equal((await jo.post(`/api/publications/${PAPER}/authors/0000-0002-1694-233X/link`)).status, 404);
  assert.equal((await jo.post(`/api/publications/${PAPER}/authors/nobody/link`)).status, 400);
});

links('who is archived is no longer suggested', async () => {
  assert.ok((await suggestions()).length > 0);
  await jo.post(`/api/people/${OTHER}/archive`);
  await installation.settled();
  assert.deepEqual(await suggestions(), []);
});

links(
  'who is archived remains among the authors: the link is complete, and no namesake is suggested for it',
  async () => {
    const [archived, namesake] = ['0000-0002-9079-593X', '0000-0001-5000-0007'];
    await jo.post('/api/people', { orcid: archived, name: 'Grace Hopper' });
    const doi = '10.5555/archived';
    await harvest({ author: [{ family: 'Hopper', given: 'Grace' }] }, [{ orcid: archived, basis: 'orcid_list' }], doi);
    for (const [address, body] of [
      [`/api/people/${archived}/archive`, undefined],
      ['/api/people', { orcid: namesake, name: 'G. Hopper' }],
      [`/api/people/${archived}/unarchive`, undefined],
    ] as const) {
      const reply = await jo.post(address, body);
      assert.ok(reply.status < 300, reply.text);
      await installation.settled();
      assert.equal((await detail(doi)).author_match_state, 'complete', address);
      assert.deepEqual(await suggestions(), []);
    }
  },
);

type Doubted = Detail & { readonly attention: readonly { readonly orcid: string; readonly reason: string }[] };

links('whose iD is on an entry with another name is doubtful until staff say that it is right', async () => {
  const [doi, orcid] = ['10.5555/doubtful', '0000-0001-5000-0015'];
  bodyOf(await jo.post('/api/people', { orcid, name: 'Mary Shelley' }), 201);
  const said = [{ family: 'Brown', given: 'Bob', ORCID: orcidAddress(orcid) }];
  await harvest({ author: said }, [{ orcid, basis: 'metadata' }], doi);
  const seen = async (): Promise<unknown> => {
    const { attention, author_match_state: state, person_orcids: linked } = (await detail(doi)) as Doubted;
    return { attention, state, linked };
  };
  const doubt = { orcid, reason: 'other_name', names: ['Brown, Bob'], basis: 'metadata' };
  assert.deepEqual(await seen(), { attention: [doubt], state: 'needs_attention', linked: [orcid] });

  const settled = await jo.post(`/api/publications/${doi}/authors/${orcid}/settle`);
  assert.equal(bodyOf<Detail>(settled).author_match_state, 'complete');
  await harvest({ author: said, volume: '2' }, [], doi);
  assert.deepEqual(await seen(), { attention: [], state: 'complete', linked: [orcid] });

  const { events } = bodyOf<{ events: readonly { readonly id: string }[] }>(
    await jo.get('/api/activity?event_type=AttentionSettled'),
  );
  bodyOf(await jo.post(`/api/activity/${events[0]?.id ?? ''}/undo`, {}));
  assert.deepEqual(await seen(), { attention: [doubt], state: 'needs_attention', linked: [orcid] });
});

links('who is linked without an entry is an entry that staff choose, at the revision that they saw', async () => {
  const [doi, orcid] = ['10.5555/unnamed', '0000-0001-5000-0023'];
  bodyOf(await jo.post('/api/people', { orcid, name: 'Mary Godwin' }), 201);
  await harvest({ author }, [{ orcid, basis: 'orcid_list' }], doi);
  const counts = async (): Promise<unknown> => {
    const { total } = bodyOf<{ total: number }>(await jo.get('/api/publications?has_doubt=true&has_doi=all'));
    const path = '/api/publications/stats/breakdown?has_doi=all';
    assert.equal(bodyOf<{ has_doubt: number }>(await jo.get(path)).has_doubt, total);
    return total;
  };
  const before = Number(await counts());
  const identify = (body: object, headers = {}) =>
    jo.post(`/api/publications/${doi}/authors/${orcid}/identify`, body, { headers });
  const seen = await jo.get(`/api/publications/${doi}`);
  const { attention } = bodyOf<Doubted>(seen);
  assert.deepEqual(attention, [{ orcid, reason: 'not_named', names: [], basis: 'orcid_list' }]);
  for (const [body, status] of [
    [{ role: 'author', entry: 7 }, 404],
    [{ role: 'author' }, 400],
    [{ role: 'reader', entry: 0 }, 400],
  ] as const)
    assert.equal((await identify(body)).status, status);
  const headers = { 'if-match': seen.headers.get('etag') ?? '' };
  const identified = await identify({ role: 'author', entry: 1 }, headers);
  assert.deepEqual(bodyOf<Detail>(identified).person_orcids, [orcid]);
  assert.deepEqual(((await detail(doi)) as Doubted).attention, []);
  assert.equal((await identify({ role: 'author', entry: 0 }, headers)).status, 412);
  const { merged } = (await detail(doi)) as Detail & { readonly merged: CslItem };
  assert.deepEqual(
    merged.author?.map(({ ORCID }) => ORCID),
    [undefined, orcidAddress(orcid)],
  );
  assert.equal(await counts(), before - 1);
});

links(
  'is suggested with the journal, the affiliation as printed, and what the person wrote with the same people',
  async () => {
    const [orcid, other] = ['0000-0001-5000-0031', '0000-0001-5000-004X'];
    for (const [id, name] of [
      [orcid, 'Lena Quill'],
      [other, 'Ida Vane'],
    ])
      bodyOf(await jo.post('/api/people', { orcid: id, name }), 201);
    const both = [orcid, other].map((each) => ({ orcid: each, basis: 'orcid_list' as const }));
    await harvest(
      {
        title: 'Together',
        author: [
          { family: 'Quill', given: 'Lena' },
          { family: 'Vane', given: 'Ida' },
        ],
      },
      both,
      '10.5555/together',
    );
    const affiliation = [{ name: 'Institute of Ink' }];
    const names = [
      { family: 'Quill', given: 'L.', affiliation },
      { family: 'Vane', given: 'Ida' },
    ];
    const of = { author: names, 'container-title': 'Journal of Ink', issued: { 'date-parts': [[2021]] } };
    await harvest(of, [{ orcid: other, basis: 'orcid_list' }], '10.5555/apart');
    const listed = async (query: string) => bodyOf<Suggestions>(await jo.get(`/api/suggestions?${query}`)).publications;
    const [found, ...others] = await listed(`orcid_id=${orcid}`);
    assert.deepEqual(others, []);
    assert.deepEqual(found, {
      ...found,
      ...{ publication_id: '10.5555/apart', container: 'Journal of Ink', publication_year: 2021, suggestion_count: 1 },
    });
    assert.deepEqual(found?.suggestions[0]?.evidence, {
      ...found?.suggestions[0]?.evidence,
      listed_affiliations: ['Institute of Ink'],
      co_authors: [other],
      shared_works: [{ id: '10.5555/together', title: 'Together', publication_year: null }],
    });
    assert.deepEqual(await listed(`orcid_id=${other}`), []);
    assert.equal((await jo.get('/api/suggestions?orcid_id=nobody')).status, 400);
  },
);

links('that is not doubtful is not settled', async () => {
  const settle = (of: string) => jo.post(`/api/publications/${of}/settle`);
  assert.equal((await settle(`10.5555/accepted/authors/${ADA}`)).status, 404);
  assert.equal((await settle(`10.5555/nothing/authors/${ADA}`)).status, 404);
});
