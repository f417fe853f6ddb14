/** Why a job, or a work of it, failed: in the reader's language, by the code of the failure. */
import { PROVIDERS } from '../../../domain/publication/events.ts';
import { PROVIDER_NAMES } from '../../../domain/publication/provider-names.ts';
import { messages } from '../client/i18n.ts';
import de from './job-error/de.json' with { type: 'json' };
import en from './job-error/en.json' with { type: 'json' };

const named = messages({ en, de });
const isNamed = (code: string): code is keyof typeof en => Object.hasOwn(en, code);

export type JobError = { readonly code: string; readonly message: string };

/** The message of a provider's failure begins with the provider. */
const providerOf = ({ message }: JobError): string => {
  const provider = PROVIDERS.find((each) => message.startsWith(`${each}: `));
  return provider === undefined ? named('the_provider') : PROVIDER_NAMES[provider];
};

export const jobErrorText = (error: JobError): string => {
  const { code } = error;
  return isNamed(code) ? named(code, { provider: providerOf(error) }) : named('other', { code });
};
