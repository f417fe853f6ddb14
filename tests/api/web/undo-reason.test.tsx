/** An event that cannot be undone says why in the reader's language. */
import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import { language } from '../../../api/web/client/i18n.ts';
import { Reason } from '../../../api/web/dashboard/activity/undo/reason.tsx';
import { INVERSES } from '../../../domain/undoables.ts';
import { suite } from '../../support/suite.ts';

const reason = suite('the reason why an event is not undone');

const SAID = 'what the server says';
const shown = (type: string, code: string): string => render(<Reason type={type} code={code} reason={SAID} />);

reason.after.each(() => (language.value = 'en'));

reason('has words for each type of event that is never undone, or never with its cause', () => {
  const worded = Object.entries(INVERSES).flatMap(([type, inverse]) => {
    const none = 'none' in inverse ? inverse : inverse.alone;
    return none === undefined || none.isStep === true ? [] : [type];
  });
  assert.ok(worded.length > 15);
  const general = shown('Unknown', 'no_inverse');
  assert.deepEqual(
    worded.filter((type) => [general, SAID].includes(shown(type, 'no_inverse'))),
    [],
  );
});

reason('is in the language of the reader, by its code', () => {
  language.value = 'de';
  assert.match(shown('PublicationEdited', 'changed_since'), /Es wurde seither geändert/u);
  assert.match(shown('PersonErased', 'no_inverse'), /Gelöschte personenbezogene Daten/u);
  assert.equal(shown('PublicationEdited', 'toString'), `<span lang="en">${SAID}</span>`);
});
