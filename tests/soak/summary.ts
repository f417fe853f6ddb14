/** The results of the soak, for people. */
import type { Vitals } from './checks/vitals.ts';
import type { Tally } from './tally.ts';

export type Summary = {
  readonly seed: number;
  readonly seconds: number;
  readonly tally: Tally;
  readonly requests: number;
  readonly cutOff: number;
  readonly events: number;
  readonly works: number;
  readonly rowsCompared: number;
  /** Of each process that lived through the calm at the end: at its start, and at its end. */
  readonly vitals: { readonly before: readonly Vitals[]; readonly after: readonly Vitals[] };
  readonly findings: readonly string[];
};

const percentile = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((a, b) => a - b);
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)} ms`;
};

const vitalsLine = ({ name, pid, rssMiB, handles }: Vitals, before: readonly Vitals[]): string => {
  const warm = before.find((each) => each.pid === pid);
  return warm === undefined
    ? `  ${name}: ${rssMiB} MiB, ${handles} handles`
    : `  ${name}: ${warm.rssMiB} → ${rssMiB} MiB, ${warm.handles} → ${handles} handles`;
};

export const linesOf = (summary: Summary): readonly string[] => {
  const { tally, vitals, findings } = summary;
  const { kills, pauses, rebuilds, listingMs } = tally;
  return [
    `seed ${summary.seed}, ${Math.round(summary.seconds)} s`,
    `kills      ${Object.entries(kills).map(([victim, count]) => `${victim} ${count}`).join(', ')}`, // oxfmt-ignore
    `pauses     ${Object.entries(pauses).map(([victim, count]) => `${victim} ${count}`).join(', ')}`, // oxfmt-ignore
    `requests   ${summary.requests}, of which ${summary.cutOff} cut off by a kill`,
    `changes    ${tally.edits} edits and ${tally.moves} moves acknowledged, ${tally.pending} of them before listings showed them`,
    `ingestion  ${tally.jobs} jobs acknowledged, ${summary.works} works in the catalogue; ${summary.events} events in the log`,
    `rebuilds   ${rebuilds.completed} completed, ${rebuilds.killed} commands killed, ${rebuilds.dropped} times old rows dropped`,
    `listings   ${tally.listings} pages and ${tally.walks} walks; p50 ${percentile(listingMs, 0.5)}, p99 ${percentile(listingMs, 0.99)}`,
    `verified   ${summary.rowsCompared} rows`,
    vitals.after.length === 0
      ? 'memory and handles were not measured: this system does not report them'
      : 'memory and handles, after warm-up → at the end',
    ...vitals.after.map((each) => vitalsLine(each, vitals.before)),
    findings.length === 0 ? 'Everything holds.' : `${findings.length} violations:`,
    ...findings.map((each) => `  - ${each}`),
  ];
};
