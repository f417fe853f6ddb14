/** Why a list, or an entry of it, is not imported: in the reader's language, by the code of the problem. */
import { messages } from '../../client/i18n.ts';
import { reworded } from '../../client/refusal.ts';
import de from './problems/de.json' with { type: 'json' };
import en from './problems/en.json' with { type: 'json' };

const named = messages({ en, de });
const isNamed = (code: string): code is keyof typeof en => Object.hasOwn(en, code);

type Props = { readonly code: string | null; readonly message: string; readonly field?: string | null };

export const ProblemText = ({ code, message, field = null }: Props) => {
  const isWorded = code !== null && isNamed(code) && (field !== null || !en[code].includes('{field}'));
  return isWorded ? <>{named(code, { field: field ?? '' })}</> : <span lang="en">{message}</span>;
};

/** Of a list as a whole. */
export const listRefused = reworded({
  no_entries: () => named('no_entries'),
  too_many: () => named('too_many'),
  unknown_format: () => named('unknown_format'),
  unreadable: () => named('unreadable'),
});
