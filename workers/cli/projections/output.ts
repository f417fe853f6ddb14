/** Text output of the projection commands. */
import type { Listed } from '../../rebuild/list.ts';
import type { Verified } from '../../rebuild/verify.ts';
import { behind, placeOf, type Out } from '../output.ts';
import type { Made, OldRows } from './operations.ts';

const HEADINGS = ['projection', 'version', 'state', 'position', 'lag', 'rows', 'last error'] as const;
const MAX_LISTED = 20;

const stateOf = ({ state, rebuild, head }: Listed): string => {
  if (rebuild === null) return state;
  const percent = head < 0 ? 100 : Math.floor((100 * (rebuild.position + 1)) / (head + 1));
  return `${state}, rebuild ${rebuild.state} (${Math.min(100, percent)} %)`;
};

const errorOf = ({ lastError }: Listed): string => {
  if (lastError === null) return '';
  const { kind, event, message } = lastError;
  return event === null
    ? `${kind}: ${message}`
    : `${kind} at ${event.type} ${event.id}, position ${event.position} of ${event.stream}`;
};

export const printList = (listed: readonly Listed[], out: Out): void => {
  const lines = listed.map((each) => [
    each.name,
    each.generation === 0 ? String(each.version) : `${each.version} (generation ${each.generation})`,
    stateOf(each),
    placeOf(each),
    behind(each) ?? '-',
    String(each.rows),
    errorOf(each),
  ]);
  const widths = HEADINGS.map((heading, n) => Math.max(heading.length, ...lines.map((line) => line[n]?.length ?? 0)));
  for (const line of [HEADINGS, ...lines]) {
    const cells = line.map((cell, n) => cell.padEnd(widths[n] ?? 0));
    out.line(cells.join('  ').trimEnd());
  }
};

export const printMade = (made: readonly Made[], none: string, out: Out): void => {
  for (const { name, version, generation } of made)
    out.line(
      `${name} v${version}  ${generation === 0 ? 'is ready' : `rebuilt (generation ${generation}), now served`}`,
    );
  if (made.length === 0) out.line(none);
};

export const printVerified = ({ name, version, rows, differences }: Verified, out: Out): void => {
  for (const { collection, id, kind } of differences.slice(0, MAX_LISTED)) out.line(`${collection}  ${id}  ${kind}`);
  if (differences.length > MAX_LISTED) out.line(`… and ${differences.length - MAX_LISTED} more`);
  const found = differences.length === 0 ? 'all match the log' : `${differences.length} differ from the log`;
  out.line(`${name} v${version}: ${rows} rows, ${found}`);
};

/** JSON with the total number of differences, listing at most `MAX_LISTED`. */
export const verifiedAsJson = ({ differences, ...verified }: Verified): string =>
  JSON.stringify({ ...verified, differing: differences.length, differences: differences.slice(0, MAX_LISTED) });

export const printOld = (old: readonly OldRows[], out: Out): void => {
  for (const { key, outcome, retiredAt } of old) {
    const since = retiredAt === null ? '' : `, not read since ${new Date(retiredAt).toISOString()}`;
    out.line(`${key}  ${outcome === 'dropped' ? 'dropped' : `still in its grace period${since} (--now drops it)`}`);
  }
  if (old.length === 0) out.line('there are no old rows');
};
