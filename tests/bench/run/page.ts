/** `docs/benchmarks.md`: every section that was ever measured, each with its day and machine, and how costs grow with size. */
import path from 'node:path';
import { isMet, ratioOf, type Bench, type Measurement } from '../report.ts';
import { aimText, figure } from './line.ts';
import { writeFormatted, type Section } from './sections.ts';

const INTRO = `# Benchmarks

Throughput, latency and memory of Colophon, and how they grow with size. \`npm run bench\` measures and writes this page.

## How to repeat

\`\`\`
npm ci
tests/bench/peers/install                  # the baselines, separate from the dependencies; without it their part is skipped
npm run bench                              # everything up to a size of 100,000
npm run bench -- --full                    # up to a million as well
npm run bench -- log listings              # only these
npm run bench -- listings --size 1000000   # only one size, possibly not one on this page
npm run bench -- --no-write                # prints, and does not change this page
\`\`\`

The machine should do nothing else meanwhile. With \`EVENTSTORE_URL\` and \`MONGODB_URL\` the bench of the servers runs on those. All
files go to a temporary folder, which is removed at the end and when the run is interrupted: a full run needs 20 GB there.

## How to read it

Each part runs in a process of its own. A figure is shown beside its baseline, measured in the same minute: hand-written code
for this single purpose, with the same engine, the same rows and the same durability.
_Ratio_ is the figure divided by its baseline: above 1 is better for throughput, below 1 for
latency. An aim that is not met is marked. Figures from different days or machines are not comparable.
`;

const escaped = (text: string): string => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const cellsOf = (measurement: Measurement): readonly string[] => {
  if ('skipped' in measurement)
    return [measurement.what, '–', '', '', '', '', '', `not measured: ${measurement.skipped}`];
  const { what, value, unit, baseline, note = '' } = measurement;
  const [ratio, met] = [ratioOf(measurement), isMet(measurement)];
  return [
    what,
    figure(value),
    unit,
    baseline === undefined ? '' : `${baseline.what}: ${figure(baseline.value)}`,
    ratio?.toFixed(2) ?? '',
    aimText(measurement),
    met === null ? '' : met ? 'yes' : '**no**',
    note,
  ];
};

const measuredOn = ({ measuredAt, machine }: Section): string => {
  const { processor, cores, memoryGib, system, node, colophon, libsql, sqlite } = machine;
  return `Measured on ${measuredAt.slice(0, 10)}: ${cores} × ${processor}, ${memoryGib} GiB, ${system}; Colophon ${colophon}, Node ${node}, libsql ${libsql} (SQLite ${sqlite}).`;
};

const sizeText = (size: number): string => size.toLocaleString('en');

const sectionText = (section: Section, of: string | undefined): string =>
  [
    ...(section.size === null ? [] : [`### ${sizeText(section.size)} ${of ?? ''}`.trimEnd()]),
    measuredOn(section),
    table(['what', 'value', 'unit', 'baseline', 'ratio', 'aim', 'met', 'note'], section.measurements.map(cellsOf)),
  ].join('\n\n');

/** Each figure beside itself at the other sizes. */
const growthText = (sections: readonly Section[], of: string): string => {
  const valueAt = (what: string, { measurements }: Section): string => {
    const found = measurements.find((each) => each.what === what);
    return found === undefined || 'skipped' in found ? '' : figure(found.value);
  };
  const units = new Map(
    sections.flatMap(({ measurements }) =>
      measurements.flatMap((each) => ('skipped' in each ? [] : [[each.what, each.unit] as const])),
    ),
  );
  const head = ['what', 'unit', ...sections.map(({ size }) => `${sizeText(size ?? 0)} ${of}`)];
  return `### Growth\n\n${table(
    head,
    [...units].map(([what, unit]) => [what, unit, ...sections.map((section) => valueAt(what, section))]),
  )}`;
};

const benchText = (
  name: string,
  { about, sizes }: Pick<Bench, 'about' | 'sizes'>,
  sections: readonly Section[],
): string => {
  const inOrder = [...sections].sort((one, other) => (one.size ?? 0) - (other.size ?? 0));
  return [
    `## ${name}`,
    about,
    ...(sizes !== undefined && inOrder.length > 1 ? [growthText(inOrder, sizes.of)] : []),
    ...inOrder.map((section) => sectionText(section, sizes?.of)),
  ].join('\n\n');
};

export type Benches = readonly (readonly [name: string, bench: Pick<Bench, 'about' | 'sizes'>])[];

/** In the order of the benches; removed ones are not shown. */
export const pageOf = (sections: readonly Section[], benches: Benches): string => {
  const texts = benches.flatMap(([name, bench]) => {
    const measured = sections.filter((section) => section.bench === name);
    return measured.length === 0 ? [] : [benchText(name, bench, measured)];
  });
  return [INTRO, ...texts, ''].join('\n\n');
};

export const writePage = (folder: string, sections: readonly Section[], benches: Benches): Promise<void> =>
  writeFormatted(path.join(folder, 'benchmarks.md'), pageOf(sections, benches));
