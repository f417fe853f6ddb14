/** CSL-JSON and NDJSON: valid, and the record as it is. */
import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { CSL_ITEM_SCHEMA } from '../../domain/csl-schema.ts';
import type { Exported } from '../../formats/exported.ts';
import type { Format } from '../../formats/format.ts';
import { fileIn, FORMATS } from '../../formats/index.ts';
import { ARTICLE, exported } from '../support/exported.ts';
import { collected } from '../support/package-reader.ts';
import { suite } from '../support/suite.ts';

const writing = suite('a file of JSON');

const WITH_ID = {
  ...ARTICLE,
  author: [
    { family: 'Curie', given: 'Marie', ORCID: 'https://orcid.org/0000-0002-1825-0097', affiliation: [{ name: 'X' }] },
  ],
};

/** In parts, as a listing has it. */
const file = async (format: Format, ...parts: readonly (readonly Exported[])[]): Promise<string> => {
  const given = async function* (): AsyncIterable<readonly Exported[]> {
    for (const part of parts) yield await Promise.resolve(part);
  };
  return Buffer.from(await collected(fileIn(format, given()))).toString();
};

const retracted = exported(WITH_ID, { doi: '10.5555/b', isRetracted: true });

writing('of CSL-JSON is a list of items that follow its schema', async () => {
  const text = await file(FORMATS['csl-json'], [exported(ARTICLE)], [], [retracted]);
  const items = JSON.parse(text) as readonly Record<string, unknown>[];
  const validate = new Ajv({ allowUnionTypes: true }).compile(CSL_ITEM_SCHEMA);
  for (const item of items) assert.ok(validate(item), JSON.stringify(validate.errors));
  assert.deepEqual(
    items.map(({ id, DOI, status }) => [id, DOI, status]),
    [
      ['10.5555/12345678', '10.5555/12345678', undefined],
      ['10.5555/b', '10.5555/b', 'retracted'],
    ],
  );
  assert.deepEqual(items[1]?.['author'], [{ family: 'Curie', given: 'Marie' }]);
  assert.equal(items[0]?.['title'], ARTICLE.title);
});

writing('of CSL-JSON has keywords where CSL has them, and what CSL has no field for under custom', async () => {
  const facts = {
    license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/' }],
    locations: [{ pdf_url: 'https://example.org/pots.pdf' }],
    funder: [{ name: 'Pottery Foundation' }],
    relation: [{ type: 'has-review', 'id-type': 'doi', id: '10.5555/review' }],
  } as const;
  const records = [
    { ...ARTICLE, ...facts, subject: ['Pots', 'Jars'], custom: { own: 1 } },
    { ...ARTICLE, subject: ['Pots'], keyword: 'Cups' },
  ];
  const text = await file(FORMATS['csl-json'], [...records.map((record) => exported(record))]);
  const items = JSON.parse(text) as readonly Record<string, unknown>[];
  assert.deepEqual(
    items.map(({ keyword, custom }) => [keyword, custom]),
    [
      ['Pots, Jars', { own: 1, ...facts }],
      ['Cups', undefined],
    ],
  );
  for (const item of items)
    for (const field of [...Object.keys(facts), 'subject']) assert.ok(!Object.hasOwn(item, field), field);
});

writing('of NDJSON has the whole record in a line', async () => {
  const lines = (await file(FORMATS.ndjson, [exported(ARTICLE), retracted])).split('\n');
  assert.equal(lines.pop(), '');
  assert.deepEqual(JSON.parse(lines[1] ?? ''), {
    doi: '10.5555/b',
    is_retracted: true,
    cited_by_count: 3,
    open_access_status: 'gold',
    last_fetched_at: 1_700_000_000_000,
    data: retracted.record,
  });
  assert.equal(lines.length, 2);
});

writing('is valid if nothing is listed', async () => {
  assert.deepEqual(JSON.parse(await file(FORMATS['csl-json'])), []);
  for (const format of [FORMATS.bibtex, FORMATS.ris, FORMATS.ndjson]) assert.equal(await file(format, []), '');
  assert.equal(await file(FORMATS.csv), FORMATS.csv.before);
});
