/** Why a website could not prove that an address is its own, in the reader's language. */
import { PROOF_FILE, PROOF_PROBLEMS, wrongStatus } from '../../../../domain/installation/proof-problems.ts';
import { PROOF } from '../../../../domain/limits.ts';
import { keysOf } from '../../../../domain/own.ts';
import { messages } from '../../client/i18n.ts';
import de from './proof-problems/de.json' with { type: 'json' };
import en from './proof-problems/en.json' with { type: 'json' };

const named = messages({ en, de });

const ANSWERED = /\d{3}/u;

/** `said`: what the event of the check holds. */
export const ProofProblemText = ({ said }: { readonly said: string }) => {
  const known = keysOf(PROOF_PROBLEMS).find((problem) => PROOF_PROBLEMS[problem] === said);
  if (known !== undefined) return <>{named(known, { file: PROOF_FILE, most: PROOF.redirects })}</>;
  const [status = ''] = ANSWERED.exec(said) ?? [];
  if (wrongStatus(Number(status)) === said) return <>{named('wrong_status', { status, file: PROOF_FILE })}</>;
  return <span lang="en">{said}</span>;
};
