/** The inputs of a record: typed text becomes a value, and hidden parts are kept. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { WEB_ADDRESS } from '../../../api/dashboard/records/schemas.ts';
import { bodyValidator } from '../../../api/http/validate.ts';
import { image, images, organisations } from '../../../api/web/dashboard/record/controls/entries.tsx';
import { amountIn, money } from '../../../api/web/dashboard/record/controls/money.tsx';
import { date } from '../../../api/web/dashboard/record/controls/date.tsx';
import { localized, withLanguage } from '../../../api/web/dashboard/record/controls/localized.tsx';
import { isWebAddress, line, uriOf, webAddress } from '../../../api/web/dashboard/record/controls/text.tsx';
import { dayOf, startOfDay } from '../../../api/web/client/format.ts';
import {
  affiliatedNow,
  affiliation,
  affiliationWrite,
  type Affiliated,
} from '../../../api/web/dashboard/people/affiliation.tsx';
import { suite } from '../../support/suite.ts';

const controls = suite('the input of a field');

controls('parses amounts as people write them', () => {
  for (const [text, amount] of [
    ['1250000', 1_250_000],
    ['1,250,000', 1_250_000],
    ['1.250.000', 1_250_000],
    ['1 250 000,5', 1_250_000.5],
    ['1’250’000.50', 1_250_000.5],
    ['1.250,75', 1_250.75],
    ['1,250.75', 1_250.75],
    ['1.250', 1_250],
    ['12,5', 12.5],
    ['0', 0],
    ['many', null],
    ['-5', null],
    ['1,2,3.4.5', null],
    ['9'.repeat(16), null],
  ] as const)
    assert.equal(amountIn(text), amount, text);
  assert.deepEqual(money().read({ amount: '', currency: 'USD' }), { value: { amount: null, currency: 'USD' } });
});

controls('rejects a missing required text, and an invalid address', () => {
  assert.deepEqual(line({ isRequired: true }).read('  '), { problem: 'missing' });
  assert.deepEqual(line().read(' '), { value: null });
  assert.deepEqual(webAddress().read('javascript:alert(1)'), { problem: 'bad_address' });
  assert.deepEqual(webAddress().read(' https://example.org '), { value: 'https://example.org' });
});

controls('encodes a URL that a browser shows with other characters, and keeps a URI as it is', () => {
  for (const [typed, value] of [
    ['https://de.wikipedia.org/wiki/Müller', 'https://de.wikipedia.org/wiki/M%C3%BCller'],
    ['https://example.org/a b.png', 'https://example.org/a%20b.png'],
    ['https://bücher.example/?q=ä|[1]#§#2', 'https://xn--bcher-kva.example/?q=%C3%A4%7C%5B1%5D#%C2%A7%232'],
    ['http://[::1]:8080/100%', 'http://[::1]:8080/100%25'],
    ['HTTPS://Example.org/M%C3%BCller?a=b#c', 'HTTPS://Example.org/M%C3%BCller?a=b#c'],
    ['http://a.org/ü?', 'http://a.org/%C3%BC'],
    ['http://a.org/ü?#x', 'http://a.org/%C3%BC#x'],
  ])
    assert.deepEqual(webAddress().read(typed ?? ''), { value });
});

controls('turns every web address into one that the API accepts, on the same host', () => {
  const accepts = bodyValidator(WEB_ADDRESS);
  const text = fc.string({
    unit: fc.integer({ max: 0x3ff, min: 0x20 }).map((code) => String.fromCodePoint(code)),
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.constantFrom('https://example.org', 'http://u:p@bücher.example:81'), text, (server, rest) => {
      const address = `${server}/${rest}`.trim();
      fc.pre(isWebAddress(address));
      const uri = uriOf(address);
      assert.equal(accepts(uri), uri);
      assert.equal(uriOf(uri), uri);
      assert.equal(new URL(uri).host, new URL(address).host);
    }),
  );
});

controls('keeps the precision of a date', () => {
  const { typedFrom, read } = date();
  for (const value of ['2021', '2021-03', '2021-03-09', null]) assert.deepEqual(read(typedFrom(value)), { value });
});

controls('keeps each language of a text, and assigns one to a text that had none', () => {
  const { typedFrom, read } = localized({ isRequired: true });
  for (const value of ['Lab', { en: 'Lab', 'de-AT': 'Labor' }]) assert.deepEqual(read(typedFrom(value)), { value });
  assert.deepEqual(read(typedFrom(null)), { problem: 'missing' });
  assert.deepEqual(read(typedFrom('\u{200b}')), { problem: 'missing' });
  const [english, german] = withLanguage(typedFrom('Lab'), 'de');
  assert.ok(english !== undefined && german !== undefined);
  assert.deepEqual(read([english, { ...german, text: 'Labor' }]), { value: { en: 'Lab', de: 'Labor' } });
});

controls('keeps the hidden parts of entries', () => {
  const { typedFrom, read } = organisations();
  const value = ['Fund', { name: 'Other fund', share: 0.5 }, null, { share: 1 }];
  assert.deepEqual(read(typedFrom(value)), { value });
  assert.deepEqual(read([...typedFrom(value), { name: ' ' }]), { value });
  const pictures = [{ url: 'https://example.org/1.png', width: 4 }, { svg: '<svg/>' }];
  assert.deepEqual(images().read(images().typedFrom(pictures)), { value: pictures });
});

controls('has one image or none', () => {
  const { typedFrom, read } = image();
  assert.deepEqual(read(typedFrom(null)), { value: null });
  assert.deepEqual(read([{ url: '', alt: '' }]), { value: null });
  assert.deepEqual(read([{ url: 'https://example.org/1.png', alt: '' }]), {
    value: { url: 'https://example.org/1.png' },
  });
  assert.deepEqual(read([{ url: 'ftp://example.org/1.png' }]), { problem: 'bad_address' });
});

controls('corrects the start of an affiliation, ends it, and begins another now', () => {
  const starts_at = Date.UTC(2024, 4, 6, 12);
  const present = { entity_id: 'lab', entity_name: 'Lab', status: 'org', starts_at } as const;
  const { typedFrom, read } = affiliation();
  const now = affiliatedNow(present);
  const typed = typedFrom(now);
  assert.deepEqual(read(typed), { value: now });
  const sent = (change: Partial<typeof typed>) => {
    const found = read({ ...typed, ...change });
    return 'problem' in found ? found.problem : affiliationWrite(present, found.value as Affiliated);
  };
  const same = { entity_id: 'lab', status: 'org' };
  const since = '2020-02-03';
  assert.deepEqual(sent({ since }), { query: { corrects: true }, body: { ...same, starts_at: startOfDay(since) } });
  assert.deepEqual(sent({ until: '2025-01-02' }), { query: { ends_at: startOfDay('2025-01-02') }, body: same });
  assert.deepEqual(sent({ until: '2024-05-06' }), { query: { ends_at: starts_at }, body: same });
  assert.deepEqual(sent({ status: 'external', since: '' }), { query: {}, body: { ...same, status: 'external' } });
  assert.equal(sent({ until: '2024-05-05' }), 'bad_end');
  assert.equal(sent({ until: dayOf(Date.now() + 2 * 86_400_000) }), 'bad_end');
  assert.equal(sent({ since: '1969-12-31' }), 'bad_start');
});
