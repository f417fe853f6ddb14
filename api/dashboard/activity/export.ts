/** The timeline as a file: every event that matches, newest first, in CSV or NDJSON. */
import { stringify } from 'csv-stringify/sync';
import { rowPages, type Rows } from '../../../projections/queries/listing.ts';
import { liveCheckpoint } from '../../../projections/queries/position.ts';
import { rowsVersion } from '../../../projections/generations.ts';
import { timelineProjection, type TimelineRow } from '../../../projections/timeline/index.ts';
import { inTurns } from '../../http/in-turns.ts';
import type { Answer } from '../../http/route.ts';
import { choiceOf } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import type { timelineItems } from './item.ts';

type Item = Awaited<ReturnType<typeof timelineItems>>[number];

/** Rows read at a time. */
const PAGE_SIZE = 25;

const COLUMNS: Readonly<Record<string, (item: Item) => string>> = {
  occurred_at: (item) => new Date(item.occurred_at).toISOString(),
  event_type: (item) => item.event_type,
  summary: (item) => item.summary,
  actor: (item) => item.actor.label,
  actor_type: (item) => item.actor.type,
  actor_id: (item) => item.actor.id,
  subject: (item) => item.subject.label,
  subject_type: (item) => item.subject.type,
  subject_id: (item) => item.subject.id,
  severity: (item) => item.severity,
  status: (item) => item.status,
  changed: (item) => item.changes.map(({ path }) => path).join(' '),
  correlation_id: (item) => item.correlation_id,
  id: (item) => item.id,
};

/** A cell that a spreadsheet would calculate is text with an apostrophe before it. */
const lineOf = (cells: readonly string[]): string =>
  stringify([cells], { escape_formulas: true, record_delimiter: '\r\n' });

const FORMATS = {
  csv: {
    type: 'text/csv',
    before: lineOf(Object.keys(COLUMNS)),
    entry: (item: Item) => lineOf(Object.values(COLUMNS).map((cell) => cell(item))),
  },
  ndjson: { type: 'application/x-ndjson', before: '', entry: (item: Item) => `${JSON.stringify(item)}\n` },
} as const;

export const TIMELINE_TYPES = Object.values(FORMATS).map(({ type }) => type);

export const TIMELINE_FORMAT = choiceOf(['csv', 'ndjson'], {
  description: 'Extension. Everything that matches as a file, newest first: not with `page`, `per_page` or `cursor`.',
});

/** Items of the rows. The last ones may lack what they contain, if those before them are large: they are asked for again. */
type Read = (rows: readonly TimelineRow[], signal: AbortSignal) => Promise<readonly Item[]>;

const isRead = ({ changes_omitted: omitted }: Item): boolean => omitted !== null;

const itemsOf = async function* (read: Read, rows: readonly TimelineRow[], signal: AbortSignal): AsyncIterable<Item> {
  for (let left = rows; left.length > 0;) {
    const items = await read(left, signal);
    const unread = items.findIndex((item, n) => n > 0 && !isRead(item));
    const done = unread === -1 ? items : items.slice(0, unread);
    yield* done;
    left = left.slice(done.length);
  }
};

/** `rows`: of the timeline, in its order. `reader`: who reads it. */
export const timelineFile = async (
  { readModels }: Pick<DashboardDeps, 'readModels'>,
  rows: Rows<TimelineRow>,
  read: Read,
  { format, reader }: { readonly format: keyof typeof FORMATS; readonly reader: string },
): Promise<Answer<null> & Required<Pick<Answer, 'stream'>>> => {
  const { type, before, entry } = FORMATS[format];
  const lines = async function* (signal: AbortSignal): AsyncIterable<string> {
    yield before;
    for await (const page of rowPages(readModels, rows, signal, PAGE_SIZE)) {
      let text = '';
      for await (const item of itemsOf(read, page, signal)) text += entry(item);
      yield text;
    }
  };
  return {
    body: null,
    headers: { 'Content-Disposition': `attachment; filename="activity.${format}"` },
    stream: {
      type: `${type}; charset=utf-8`,
      version: `${rowsVersion(await liveCheckpoint(readModels, timelineProjection, 'timeline'))} ${reader}`,
      open: (signal) => inTurns(lines(signal), signal),
    },
  };
};
