/** A failed job says why in the reader's language. */
import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import type { Job } from '../../../api/web/client/generated/operations.ts';
import { language } from '../../../api/web/client/i18n.ts';
import { navigate } from '../../../api/web/client/router.ts';
import { JobRow } from '../../../api/web/dashboard/ingestion/jobs.tsx';
import { suite } from '../../support/suite.ts';

const failed = suite('a failed job');

Object.assign(globalThis, { history: { pushState: () => undefined, replaceState: () => undefined } });
navigate('/w/org/ingestion', { replace: true });

const job = (code: string, message: string): Job => ({
  id: 'af6596b5-62c0-47e3-b834-0c5ef623d7b1',
  orcid_id: '0000-0002-1825-0097',
  status: 'failed',
  shard: 0,
  attempt: 1,
  trigger_source: null,
  queued_at: null,
  started_at: null,
  finished_at: null,
  unchanged_at: null,
  counts: { found: 0, created: 0, refreshed: 0, unchanged: 0, failed: 0 },
  failed_works: [],
  lost_works: 0,
  error: { code, message },
  requested_by: null,
  correlation_id: null,
});

const shown = (code: string, message = 'what the server says'): string =>
  render(<JobRow job={job(code, message)} name={null} stuckSince={null} again={() => undefined} />);

failed.after.each(() => (language.value = 'en'));

failed('is explained in both languages if the reader can act', () => {
  language.value = 'en';
  assert.match(shown('locked'), /ORCID reports this record as locked or deactivated/u);
  assert.match(shown('orcid_unknown'), /ORCID does not know this iD/u);
  assert.match(shown('moved'), /ORCID has merged this iD into another/u);
  language.value = 'de';
  assert.match(shown('moved'), /ORCID hat diese iD mit einer anderen zusammengelegt/u);
  assert.match(shown('rows_behind'), /Katalog war nicht aktuell genug/u);
  assert.match(shown('locked'), /Laut ORCID ist dieser Eintrag gesperrt oder deaktiviert/u);
  assert.match(shown('orcid_unknown'), /ORCID kennt diese iD nicht/u);
});

failed('names the provider, and never shows what the server says', () => {
  const said = 'orcid: returned a response of an unexpected shape: /group must be array';
  assert.match(shown('unexpected_shape', said), /ORCID sent an answer that Colophon cannot read/u);
  assert.match(shown('too_slow', 'openalex: is too slow'), /OpenAlex answered too slowly/u);
  assert.match(shown('timeout'), /The provider did not answer in time/u);
  assert.match(shown('toString'), /for a reason that has no words here \(toString\)/u);
  language.value = 'de';
  assert.match(shown('unexpected_shape', said), /ORCID hat eine Antwort geschickt, die Colophon nicht lesen kann/u);
});
