/** Limits on a list of works across its pages, and validators for conditional requests. */
import { PROVIDER } from '../../domain/limits.ts';
import type { Provider, Source } from '../../domain/publication/events.ts';
import { ProviderUnavailable } from '../../workers/ingestion/ports.ts';

/** The source of a response if it has a validator for a conditional request; else null. */
export const sourceIfValidated = (source: Source): Source | null =>
  source.etag === undefined && source.lastModified === undefined ? null : source;

type Page = { readonly bytes: number; readonly ms: number };

/** The returned function takes each page as it arrives and throws `ProviderUnavailable('too_many' | 'too_large' | 'too_slow')` beyond a bound. */
export const openList = (provider: Provider): ((page: Page, works: number) => void) => {
  const total = { pages: 0, works: 0, bytes: 0, ms: 0 };
  const refuse = (code: string, what: string): never => {
    throw new ProviderUnavailable(provider, code, `lists ${what}`);
  };
  return ({ bytes, ms }, works) => {
    total.pages += 1;
    total.works += works;
    total.bytes += bytes;
    total.ms += ms;
    if (total.works > PROVIDER.listWorks) refuse('too_many', `more than ${PROVIDER.listWorks} works`);
    if (total.pages > PROVIDER.listPages) refuse('too_many', `more than ${PROVIDER.listPages} pages of works`);
    if (total.bytes > PROVIDER.listBytes) refuse('too_large', `works with more than ${PROVIDER.listBytes} bytes`);
    if (total.ms > PROVIDER.listMs) refuse('too_slow', `works for longer than ${PROVIDER.listMs} ms`);
  };
};
