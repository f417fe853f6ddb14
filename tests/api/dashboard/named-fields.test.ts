/** Which field an invalid identifier in a body is reported for: at every depth, on every operation that accepts one. */
import assert from 'node:assert/strict';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const naming = suite('a malformed identifier in a body');

const { admin } = await staffed(naming);

const ADA = '0000-0002-1825-0097';

const CASES: readonly (readonly [path: string, body: object, field: string, code: string])[] = [
  ['/api/import/doi', { doi: 'nope' }, 'doi', 'invalid_doi'],
  ['/api/import/doi', { doi: '10.5555/a', person_orcids: [ADA, 'nope'] }, 'person_orcids/1', 'invalid_orcid'],
  ['/api/people', { orcid: 'nope' }, 'orcid', 'invalid_orcid'],
  ['/api/ingest', { orcid_ids: [ADA, 'nope'] }, 'orcid_ids/1', 'invalid_orcid'],
  ['/api/ingest/stuck/x/force-fail', { orcid_id: 'nope' }, 'orcid_id', 'invalid_orcid'],
  ['/api/site-tools/repair-author-links', { doi: 'nope' }, 'doi', 'invalid_doi'],
  ['/api/publications/bulk', { ids: ['10.5555/a', 'nope'], action: 'delete' }, 'ids/1', 'invalid_doi'],
  ['/api/publications/batches', { ids: ['10.5555/a', 'nope'], action: 'hide' }, 'ids/1', 'invalid_doi'],
  [
    '/api/publications/batches',
    { filter: { q: 'pots', orcid_id: 'nope' }, action: 'hide', dry_run: true },
    'filter/orcid_id',
    'invalid_orcid',
  ],
  [
    '/api/projects',
    { programme: 'P', title: 'T', href: 'https://example.org/', member_orcids: [ADA, 'nope'] },
    'member_orcids/1',
    'invalid_orcid',
  ],
];
for (const [path, body, field, code] of CASES)
  naming(`is named by ${path} as ${field}`, async () => {
    const { status, body: refusal } = await admin.post(path, body);
    const { details, code: rule } = refusal as {
      readonly code: string;
      readonly details: { readonly errors: readonly { readonly field?: string }[] };
    };
    assert.deepEqual([status, rule, details.errors.map((each) => each.field)], [400, code, [field]]);
  });
