/** What a benchmark says: figures with their units, each beside the baseline of the same run that it is judged by. */
export type Measurement = {
  readonly bench: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline?: { readonly what: string; readonly value: number };
  readonly note?: string;
};

export type Bench = (report: (measurement: Measurement) => void) => Promise<void>;
