/** The results of a benchmark: figures with their units, each beside the baseline of the same run and the aim it is judged by. */
export type Aim = {
  /** Of the figure itself, or of its ratio to the baseline. */
  readonly of: 'value' | 'ratio';
  readonly is: 'at least' | 'at most';
  readonly than: number;
};

export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline?: { readonly what: string; readonly value: number };
  readonly aim?: Aim;
  readonly note?: string;
};

/** What could not be measured here, and why. */
export type Skipped = { readonly what: string; readonly skipped: string };

export type Measurement = Figure | Skipped;
export type Report = (measurement: Measurement) => void;

export type Bench = {
  /** How it is measured, as text for the page. */
  readonly about: string;
  /** The unit of the sizes, and the sizes; the largest only with `--full`. A bench without sizes is measured once. */
  readonly sizes?: { readonly of: string; readonly each: readonly [number, ...number[]] };
  readonly measure: (report: Report, size: number) => Promise<void>;
};

export const atLeast = (than: number): Aim => ({ of: 'value', is: 'at least', than });
export const atMost = (than: number): Aim => ({ of: 'value', is: 'at most', than });
export const ratioAtLeast = (than: number): Aim => ({ of: 'ratio', is: 'at least', than });
export const ratioAtMost = (than: number): Aim => ({ of: 'ratio', is: 'at most', than });

export const ratioOf = ({ value, baseline }: Figure): number | null =>
  baseline === undefined ? null : value / baseline.value;

/** Null if there is no aim. Throws if the aim is about a ratio and there is no baseline. */
export const isMet = (figure: Figure): boolean | null => {
  const { aim, value, what } = figure;
  if (aim === undefined) return null;
  const judged = aim.of === 'value' ? value : ratioOf(figure);
  if (judged === null) throw new Error(`${what}: an aim against a baseline needs one`);
  return aim.is === 'at least' ? judged >= aim.than : judged <= aim.than;
};
