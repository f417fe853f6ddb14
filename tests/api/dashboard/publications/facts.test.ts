/** The facts of a record over HTTP: patched by staff, completed by OpenAlex, and shown to everyone. */
import assert from 'node:assert/strict';
import { publicationAggregate } from '../../../../commands/publication.ts';
import { handle } from '../../../../commands/handle.ts';
import { causedBy } from '../../../../commands/caller.ts';
import { suite } from '../../../support/suite.ts';
import { onSample, PAPER } from './on-sample.ts';

const facts = suite("the facts of the dashboard's publications");

const { installation, open, detail, patch } = await onSample(facts);

const shown = async (): Promise<Readonly<Record<string, unknown>>> => {
  await installation.settled();
  const { body } = await open.get(`/v1/doi/${PAPER}`);
  return (body as { readonly data: Readonly<Record<string, unknown>> }).data;
};

const FACTS = {
  license: [{ URL: 'http://creativecommons.org/licenses/by/4.0', 'content-version': 'vor' }],
  funder: [{ name: 'Pottery Foundation', id: 'ror.org/02mhbdp94', award: ['P-1'] }],
  relation: [{ type: 'has-preprint', 'id-type': 'doi', id: 'https://doi.org/10.5555/PREPRINT' }],
  subject: ['Pots', 'Cracks'],
  language: 'en',
};
const NORMAL = {
  ...FACTS,
  license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' }],
  funder: [{ name: 'Pottery Foundation', id: 'https://ror.org/02mhbdp94', award: ['P-1'] }],
  relation: [{ type: 'has-preprint', 'id-type': 'doi', id: '10.5555/preprint' }],
};
const adding = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).map(([field, value]) => ({ op: 'add', path: `/${field}`, value }));

facts('are edited, and stand in the public record in normal form', async () => {
  await patch(PAPER, adding(FACTS));
  const { merged } = await detail(PAPER);
  for (const record of [merged, await shown()])
    assert.deepEqual(Object.fromEntries(Object.keys(NORMAL).map((field) => [field, record[field]])), NORMAL);
  await patch(
    PAPER,
    Object.keys(FACTS).map((field) => ({ op: 'remove', path: `/edited/${field}` })),
  );
});

facts('that are none are refused at their place, and change nothing', async () => {
  const before = await detail(PAPER);
  for (const [field, value, place, accepted] of [
    ['relation', [{ type: 'is-copy-of', 'id-type': 'doi', id: '10.5555/a' }], 'relation/0/type', /is-preprint-of/u],
    ['relation', [{ type: 'has-part', 'id-type': 'doi', id: 'ten' }], 'relation/0/id', /10\./u],
    ['relation', [{ type: 'has-part', 'id-type': 'doi', id: PAPER }], 'relation/0/id', /another work/u],
    ['relation', [{ type: 'has-part' }], 'relation/0/id-type', /doi/u],
    ['license', [{ URL: 'CC BY' }], 'license/0/URL', /https?:\/\//u],
    ['license', 'CC BY', 'license', /a list/u],
    ['funder', [{ name: '' }], 'funder/0/name', /not blank/u],
    ['locations', [{}], 'locations/0', /landing_page_url/u],
  ] as const) {
    const answer = JSON.stringify(await patch(PAPER, adding({ [field]: value }), 400));
    assert.ok(answer.includes(`"${place}"`), `${place}: ${answer}`);
    assert.match(answer, accepted);
  }
  assert.deepEqual(await detail(PAPER), before);
});

facts(
  'that OpenAlex gives stand where the provider is silent, with their source, and not among its metadata',
  async () => {
    const locations = [{ pdf_url: 'https://repository.example.org/pots.pdf', version: 'acceptedVersion' }];
    const enrichment = { openalex_id: 'https://openalex.org/W9', record: { locations, title: 'never' } };
    const { caller, clock } = installation;
    const confirmed = {
      type: 'ConfirmFromProvider',
      doi: PAPER,
      fetchedAt: clock.now(),
      links: [],
      enrichment,
    } as const;
    await handle(installation, publicationAggregate, PAPER, confirmed, causedBy(installation.ids, caller));
    assert.deepEqual((await shown())['locations'], locations);
    const { original, enriched_metadata: metadata, provider_sources: sources } = await detail(PAPER);
    assert.notEqual(original['title'], 'never');
    assert.deepEqual(original['locations'], locations);
    assert.deepEqual(metadata, { openalex_id: 'https://openalex.org/W9' });
    const { locations: source, title } = sources as Readonly<Record<string, { provider: string; url: string }>>;
    assert.deepEqual(
      [source?.provider, source?.url, title?.provider],
      ['openalex', 'https://openalex.org/W9', 'crossref'],
    );

    await patch(PAPER, adding({ locations: [{ landing_page_url: 'https://example.org/own' }] }));
    await installation.settled();
    const { merged, drift } = await detail(PAPER);
    assert.deepEqual([merged['locations'], drift], [[{ landing_page_url: 'https://example.org/own' }], []]);
  },
);
