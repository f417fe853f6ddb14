/** The limits of a list of works, over all of its pages, and the validators for requesting it again. */
import { PROVIDER } from '../../domain/limits.ts';
import type { Provider, Source } from '../../domain/publication/events.ts';
import { ProviderUnavailable } from '../../workers/ingestion/ports.ts';

/** The source of an answer, if it has a validator for a conditional request. */
export const validating = (source: Source): Source | null =>
  source.etag === undefined && source.lastModified === undefined ? null : source;

type Page = { readonly bytes: number; readonly ms: number };

/** Called with each page as it has come; throws `ProviderUnavailable('too_many' | 'too_large' | 'too_slow')` beyond a bound. */
export const openList = (provider: Provider): ((page: Page, works: number) => void) => {
  const sum = { pages: 0, works: 0, bytes: 0, ms: 0 };
  const refuse = (code: string, what: string): never => {
    throw new ProviderUnavailable(provider, code, `lists ${what}`);
  };
  return ({ bytes, ms }, works) => {
    sum.pages += 1;
    sum.works += works;
    sum.bytes += bytes;
    sum.ms += ms;
    if (sum.works > PROVIDER.listWorks) refuse('too_many', `more than ${PROVIDER.listWorks} works`);
    if (sum.pages > PROVIDER.listPages) refuse('too_many', `more than ${PROVIDER.listPages} pages of works`);
    if (sum.bytes > PROVIDER.listBytes) refuse('too_large', `works in more than ${PROVIDER.listBytes} bytes`);
    if (sum.ms > PROVIDER.listMs) refuse('too_slow', `works more slowly than in ${PROVIDER.listMs} ms`);
  };
};
