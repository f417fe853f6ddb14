/** Values that the API refuses, as forms show it: in the reader's language, with the limit. */
import assert from 'node:assert/strict';
import { WEB_ADDRESS } from '../../../api/dashboard/records/schemas.ts';
import { LOCALIZED_NAME } from '../../../api/dashboard/people/schemas.ts';
import { errorBody } from '../../../api/http/error-body.ts';
import { answerTo } from '../../../api/http/errors.ts';
import { anyJson, object, textOf } from '../../../api/http/schemas.ts';
import { bodyValidator } from '../../../api/http/validate.ts';
import { Failure } from '../../../api/web/client/failure.ts';
import { language } from '../../../api/web/client/i18n.ts';
import { inWords } from '../../../api/web/client/refusal.ts';
import { withFields } from '../../../api/web/dashboard/publication/writes.ts';
import { mustBeWithin } from '../../../domain/record/bounds.ts';
import { parseDashboardField } from '../../../domain/publication/dashboard-fields.ts';
import { TEXT } from '../../../domain/limits.ts';
import { edit } from '../../../domain/publication/edit.ts';
import { NO_DASHBOARD_FIELDS, type Present } from '../../../domain/publication/state.ts';
import { suite } from '../../support/suite.ts';

const values = suite('a value that the API refuses');
values.before(() => {
  language.value = 'de';
});
values.after(() => {
  language.value = 'en';
});

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The failure that the client makes of the API's response. */
const failureOf = (work: () => unknown): Failure => {
  try {
    work();
  } catch (error) {
    const answer = answerTo(error, 'r1', SILENT);
    return new Failure(answer.status, errorBody('/api', answer));
  }
  return assert.fail('it is accepted');
};
const shown = (work: () => unknown): readonly (readonly [string, string])[] => [...inWords(failureOf(work)).byField];
const body = (schema: Parameters<typeof object>[0], given: unknown) => (): unknown =>
  bodyValidator(object(schema))(given);

const TOO_LONG = (most: string): string => `Das ist zu lang: Möglich sind höchstens ${most} Zeichen.`;
const NO_ADDRESS = 'Geben Sie eine Webadresse ein, die mit https:// oder http:// beginnt.';

const item = { type: 'book', DOI: '10.5555/x' } as never;
const kept = { notices: [], custom: NO_DASHBOARD_FIELDS, visible: true };
const fresh = { original: item, overlay: {}, ...kept } as unknown as Present;

values('of a publication is shown with the values that the field accepts', () => {
  const long = [{ path: '/title', after: 'x'.repeat(9_000) }];
  assert.deepEqual(
    shown(() => mustBeWithin(long, item, item)),
    [['title', TOO_LONG('5.000')]],
  );
  assert.deepEqual(
    shown(() => parseDashboardField('q_percentage', 101)),
    [['q_percentage', 'Geben Sie eine ganze Zahl von 0 bis 100 ein.']],
  );
  assert.deepEqual(
    shown(() => edit(fresh, { changes: [{ path: '/URL', after: 'www.example.org' }] })),
    [['URL', NO_ADDRESS]],
  );
});

values('of any record is shown with the values that the field accepts', () => {
  assert.deepEqual(shown(body({ name: LOCALIZED_NAME }, { name: 'x'.repeat(3_000) })), [['name', TOO_LONG('300')]]);
  assert.deepEqual(shown(body({ name: LOCALIZED_NAME }, { name: { de: 'x'.repeat(3_000), en: 'y' } })), [
    ['name', TOO_LONG('300')],
  ]);
  assert.deepEqual(shown(body({ title: textOf(TEXT.titleCharacters) }, { title: 'x'.repeat(9_000) })), [
    ['title', TOO_LONG('5.000')],
  ]);
  assert.deepEqual(shown(body({ href: WEB_ADDRESS }, { href: 'https://example.org/a b' })), [['href', NO_ADDRESS]]);
});

values('of an operation is shown by the field of the operation', () => {
  const operations = [
    { op: 'add', path: '/publisher', value: 'Press' },
    { op: 'add', path: '/title', value: 'x'.repeat(80_000) },
  ] as const;
  const patch = bodyValidator({ type: 'array', items: object({ op: textOf(9), path: textOf(99), value: anyJson() }) });
  const failure = withFields(
    failureOf(() => patch(operations)),
    operations,
  );
  assert.deepEqual([...inWords(failure).byField], [['title', TOO_LONG('10.000')]]);
});

values("keeps the server's message if the page has no words for the limit", () => {
  const edited = (): unknown => edit(fresh, { changes: [{ path: '/type', after: '' }] });
  assert.deepEqual(shown(edited), [['type', 'type cannot be edited this way']]);
});

values('keeps the words that a page has given it', () => {
  const failure = failureOf(() => parseDashboardField('q_percentage', 101)).saying('own words');
  assert.equal(inWords(failure).words, 'own words');
});

values('is shown beside each of several fields, and once beside one', () => {
  const both = { de: 'x'.repeat(3_000), en: 'y'.repeat(3_000) };
  assert.deepEqual(shown(body({ name: LOCALIZED_NAME }, { name: both })), [['name', TOO_LONG('300')]]);
  assert.deepEqual(shown(body({ name: textOf(5), place: textOf(6) }, { name: 'x'.repeat(6), place: 'x'.repeat(7) })), [
    ['name', TOO_LONG('5')],
    ['place', TOO_LONG('6')],
  ]);
});
