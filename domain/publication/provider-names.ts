/** The names of the providers, as they spell them. */
import type { Provider } from './events.ts';

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  crossref: 'Crossref',
  datacite: 'DataCite',
  openalex: 'OpenAlex',
  orcid: 'ORCID',
};
