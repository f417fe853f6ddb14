/** The configuration of the program for a soak: free ports, no limits, no provider but the simulated ones. */
import path from 'node:path';

const SETTINGS = {
  ...{ PUBLIC_PORT: '0', DASHBOARD_PORT: '0', LOG_LEVEL: 'warn', HARVEST_INTERVAL_HOURS: '0' },
  ...{ PUBLIC_RATE_LIMIT_PER_MINUTE: '0', INSTALLATION_RATE_LIMIT_PER_MINUTE: '0' },
  ...{ INGEST_SOURCES: 'orcid', PROVIDER_RATE: '0', PROVIDER_CONCURRENCY: '0' },
};

export const settingsOf = (folder: string, url: string): Readonly<Record<string, string>> => ({
  ...SETTINGS,
  DATA_DIR: path.join(folder, 'data'),
  ORCID_API_URL: `${url}/orcid`,
  CROSSREF_API_URL: `${url}/crossref`,
  DATACITE_API_URL: `${url}/datacite`,
  OPENALEX_API_URL: `${url}/openalex`,
});
