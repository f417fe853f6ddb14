/** `docs/benchmarks.md`: every section that was ever measured, each with its day and machine, and how costs grow with size. */
import path from 'node:path';
import { isMet, ratioOf, type Bench, type Measurement } from '../report.ts';
import { aimText, figure } from './line.ts';
import { writeFormatted, type Section } from './sections.ts';

const INTRO = `# Benchmarks

What Colophon does in a second, what it takes, and how that grows. \`npm run bench\` measures and writes this page.

## How to repeat

\`\`\`
npm ci
tests/bench/peers/install                  # what stands beside it, apart from its own dependencies; without it that part is skipped
npm run bench                              # everything up to a size of 100,000
npm run bench -- --full                    # up to a million as well
npm run bench -- log listings              # these alone
npm run bench -- listings --size 1000000   # one size alone, also one that is not shown here
npm run bench -- --no-write                # prints, and leaves this page as it is
\`\`\`

Let the machine do nothing else meanwhile. With \`EVENTSTORE_URL\` and \`MONGODB_URL\` the bench of the servers runs over those. All
files go to a temporary folder, which is removed at the end and when the run is interrupted: a full run needs 20 GB there.

## How to read it

Each part runs in a process of its own. A figure stands beside its baseline, measured in the same minute: what somebody would
write by hand for this one thing, with the same engine, the same rows and the same durability.
_Ratio_ is the figure divided by its baseline: above 1 is better where something is counted by the second, below 1 where it
takes time. Aims are what we hold ourselves to; one that is not met says so. Figures of different days or machines do not compare.
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
