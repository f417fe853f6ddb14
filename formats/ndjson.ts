/** Lines of JSON, each a publication with its whole record, exactly as the catalogue has it. */
import type { Exported } from './exported.ts';
import type { Format } from './format.ts';

const entry = (publication: Exported): string => {
  const { doi, record, isRetracted, citedByCount, openAccessStatus, lastFetchedAt } = publication;
  const line = {
    doi,
    is_retracted: isRetracted,
    cited_by_count: citedByCount,
    open_access_status: openAccessStatus,
    last_fetched_at: lastFetchedAt,
    data: record,
  };
  return `${JSON.stringify(line)}\n`;
};

export const ndjson: Format = { type: 'application/x-ndjson', extension: 'ndjson', entry };
