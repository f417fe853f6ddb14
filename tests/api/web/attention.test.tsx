/** What needs attention on the home page: each with its number and a link to its items. */
import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import { navigate } from '../../../api/web/client/router.ts';
import { Attention } from '../../../api/web/dashboard/home/attention.tsx';
import type { HomeData } from '../../../api/web/dashboard/home/read.ts';
import { suite } from '../../support/suite.ts';

const attention = suite('what needs attention');

const NOTHING = {
  totals: { total_publications: 1, edited_publications: 0, hidden_publications: 0, orcid_sources: 0 },
  breakdown: {
    ...{ by_year: [], by_type: [], needs_attention: 0, has_doubt: 0, has_drift: 0 },
    ...{ retracted_visible: 0, retracted_undecided: 0 },
  },
  people: 0,
  months: [],
  suggestions: 0,
  failed: 0,
  failedSince: '2026-03-01',
  stuck: 0,
} satisfies HomeData;

Object.assign(globalThis, { history: { pushState: () => undefined, replaceState: () => undefined } });
navigate('/w/org', { replace: true });

attention('is listed by kind, each with a link to exactly those items', () => {
  const counts = { needs_attention: 6, has_doubt: 2, has_drift: 3, retracted_visible: 9, retracted_undecided: 1 };
  const breakdown = { ...NOTHING.breakdown, ...counts };
  const html = render(<Attention data={{ ...NOTHING, breakdown, suggestions: 4, failed: 5, stuck: 6 }} />);
  for (const [text, href] of [
    ['4 publications have suggested authors', '/w/org/suggestions'],
    ['2 publications have authors to check', '/w/org/publications?has_doubt=true'],
    [
      '1 retracted publication is visible on websites',
      '/w/org/publications?is_retracted=true&amp;visibility=visible&amp;retraction_kept=false',
    ],
    ['3 publications with edited fields that a provider has changed since', '/w/org/publications?has_drift=true'],
    ['6 ingestion jobs are stuck', '/w/org/ingestion'],
    ['5 failed events in the last 7 days', '/w/org/activity?status=failed&amp;from=2026-03-01'],
  ] as const)
    assert.ok(html.includes(`<a href="${href}">${text}</a>`), `${text}: ${html}`);
});

attention('is empty if nothing waits', () => {
  const html = render(<Attention data={NOTHING} />);
  assert.match(html, /Nothing needs your attention/u);
  assert.doesNotMatch(html, /<a /u);
});
