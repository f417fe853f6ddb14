/** What is chosen by `Accept`. */
import assert from 'node:assert/strict';
import { acceptedIn } from '../../../api/http/accept.ts';
import { suite } from '../../support/suite.ts';

const accepting = suite('Accept');

const OFFERS = [
  { type: 'application/json' },
  { type: 'application/x-bibtex' },
  { type: 'text/x-bibliography' },
  { type: 'text/html', inPassing: true },
] as const;

const chosen = (header?: string): string | null => acceptedIn(header, OFFERS)?.offer.type ?? null;

accepting('of anything is the first offer, also that of a browser', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
  for (const header of [undefined, '', '*/*', 'application/*', browser, 'application/json, text/plain, */*'])
    assert.equal(chosen(header), 'application/json', header);
});

accepting('chooses the highest quality, then what is named most exactly, then what is named first', () => {
  assert.equal(chosen('application/x-bibtex, */*;q=0.1'), 'application/x-bibtex');
  assert.equal(chosen('*/*, application/x-bibtex'), 'application/x-bibtex');
  assert.equal(chosen('application/x-bibtex;q=0.3, application/json;q=0.5'), 'application/json');
  assert.equal(chosen('Application/X-BibTeX, application/json'), 'application/x-bibtex');
  assert.equal(chosen('application/*, application/json;q=0'), 'application/x-bibtex');
  assert.equal(chosen('text/html'), 'text/html');
});

accepting('has the parameters of the range', () =>
  assert.deepEqual(acceptedIn('text/x-bibliography; style="ieee"; Locale=de-AT; q=0.9', OFFERS)?.parameters, {
    style: 'ieee',
    locale: 'de-AT',
  }),
);

accepting('of something else is nothing', () => {
  for (const header of ['image/png', 'application/json;q=0', 'nonsense', ',', 'text/x-bibliography;q=2'])
    assert.equal(chosen(header), null, header);
});
