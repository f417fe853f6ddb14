/** A failed check of a website's address says why in the reader's language. */
import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import { language } from '../../../api/web/client/i18n.ts';
import { ProofProblemText } from '../../../api/web/dashboard/keys/proof-problem.tsx';
import { PROOF_PROBLEMS, wrongStatus } from '../../../domain/installation/proof-problems.ts';
import { suite } from '../../support/suite.ts';

const problem = suite('a problem with the proof of an origin');

const shown = (said: string): string => render(<ProofProblemText said={said} />);

problem.after.each(() => (language.value = 'en'));

problem('has words in both languages', () => {
  for (const said of Object.values(PROOF_PROBLEMS)) assert.doesNotMatch(shown(said), /lang="en"/u, said);
  language.value = 'de';
  assert.equal(shown(PROOF_PROBLEMS.timeout), 'Die Website hat nicht rechtzeitig geantwortet.');
  assert.match(shown(wrongStatus(404)), /mit 404 statt 200 geantwortet/u);
});

problem('is shown as it was recorded if it is none of them', () =>
  assert.equal(shown('the website answered 404'), '<span lang="en">the website answered 404</span>'),
);
