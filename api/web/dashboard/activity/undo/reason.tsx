/** Why an event is not undone: in the reader's language, by the code of the refusal, or by the type of an event that never is. */
import { messages } from '../../../client/i18n.ts';
import de from './reasons/de.json' with { type: 'json' };
import en from './reasons/en.json' with { type: 'json' };

const named = messages({ en, de });
const isNamed = (key: string): key is keyof typeof en => Object.hasOwn(en, key);

type Props = { readonly type: string; readonly code: string | null; readonly reason: string | null };

export const Reason = ({ type, code, reason }: Props) => {
  const key = [...(code === 'no_inverse' ? [type] : []), code ?? ''].find(isNamed);
  return key === undefined ? <span lang="en">{reason}</span> : <>{named(key)}</>;
};
