/** Every recorded record becomes valid CSL-JSON under a normalized DOI. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CSL_ITEM_SCHEMA } from '../../../domain/csl-schema.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { parseDoi } from '../../../domain/doi.ts';
import { cslFromCrossref } from '../../../infra/providers/crossref/work.ts';
import { cslFromDatacite } from '../../../infra/providers/datacite/record.ts';
import { openProviders } from '../../../infra/providers/index.ts';
import { cslFromOpenalex } from '../../../infra/providers/openalex/work.ts';
import { LISTED, noRecordings, prolific, recordedLines, replay } from '../../support/recorded.ts';
import { suite } from '../../support/suite.ts';

const records = suite('every recorded record');
const isCsl = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(CSL_ITEM_SCHEMA);
const MARKUP = /<(?!\/?(?:i|b|sub|sup|span)\b)[a-z/][^>]*>/iu;

const OF_ORGANISATIONS =
  /\b(?:universit|institut|department|cent(?:er|re)\b|consortium|collaboration|team\b|group\b|survey\b|museum|laborator|ministry|agency|society|association|committee|project\b|observatory|sternwarte)/iu;
const BRACKET = /[()[\]{}<>]/u;

if (noRecordings !== null) records.skip('is valid CSL-JSON', noRecordings);
else {
  const server = await records.holds(replay());
  const options = { rate: 0, concurrency: 8, mailto: null, openalexApiKey: null, version: 'test' };
  const providers = await records.holds(openProviders({ urls: server.urls, ...options }));

  type Line = { readonly doi?: string | null; readonly DOI?: string; readonly id?: string };
  const FILES = {
    crossref: 'crossref/works.jsonl.gz',
    datacite: 'datacite/dois.jsonl.gz',
    openalex: 'openalex/works.jsonl.gz',
  };
  const MOST = 3_000;

  const dois = (provider: keyof typeof FILES): readonly string[] => {
    const lines = recordedLines(FILES[provider]) as readonly Line[];
    const named = lines.flatMap(({ doi, DOI, id }) => DOI ?? doi ?? (id?.startsWith('10.') === true ? id : []));
    return [...new Set(named.map(parseDoi))].slice(0, MOST);
  };

  for (const provider of ['crossref', 'datacite', 'openalex'] as const)
    records(`of ${provider} is valid CSL-JSON, without markup that CSL does not have`, async () => {
      const { signal } = new AbortController();
      let described = 0;
      const all = dois(provider);
      for (let from = 0; from < all.length; from += 50)
        await Promise.all(
          all.slice(from, from + 50).map(async (doi) => {
            const answer = await providers.describe(provider, doi, null, signal);
            if (answer.kind !== 'described') return;
            described += 1;
            assert.ok(isCsl(answer.csl), `${doi}: ${JSON.stringify(isCsl.errors?.[0])}`);
            assert.equal(answer.csl.DOI, doi);
            if (answer.csl.title !== undefined) assert.doesNotMatch(answer.csl.title, MARKUP, doi);
          }),
        );
      assert.ok(described > all.length / 2, `only ${described} of ${all.length}`);
    });

  records('of a list is a summary in valid CSL-JSON, under normalized identifiers', async () => {
    const { signal } = new AbortController();
    for (const [source, orcids] of [
      ['orcid', LISTED],
      ['openalex', prolific(10)],
    ] as const)
      for (const orcid of orcids) {
        const answer = await providers.list(source, orcid, signal);
        assert.ok(answer.kind === 'listed');
        for (const { summary, dois: named } of answer.value) {
          assert.ok(isCsl(summary), `${orcid}: ${JSON.stringify(isCsl.errors?.[0])}`);
          for (const doi of named) assert.equal(parseDoi(doi), doi);
          if (summary.URL !== undefined) assert.match(summary.URL, /^https?:/u);
        }
      }
  });

  records('has names without brackets and parts of organisations', () => {
    const wrong: string[] = [];
    let read = 0;
    const look = ({ author = [], editor = [] }: CslItem): void => {
      for (const { literal, ...parts } of [...author, ...editor]) {
        read += 1;
        const text = literal ?? [parts.given, parts.family, parts.suffix].join(' ');
        const isOfOrganisation = OF_ORGANISATIONS.test(text);
        if (literal === undefined ? isOfOrganisation || BRACKET.test(text) : BRACKET.test(text) && !isOfOrganisation)
          wrong.push(text);
      }
    };
    for (const line of recordedLines('datacite/dois.jsonl.gz'))
      look(cslFromDatacite((line as { readonly attributes: unknown }).attributes));
    for (const line of recordedLines('crossref/works.jsonl.gz')) look(cslFromCrossref(line));
    for (const line of recordedLines('openalex/works.jsonl.gz')) look(cslFromOpenalex(line));
    assert.deepEqual(wrong, []);
    assert.ok(read > 10_000, `${read} names`);
  });
}
