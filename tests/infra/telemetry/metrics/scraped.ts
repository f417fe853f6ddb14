/** Parses a page of metrics as Prometheus does. */

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const labelsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

export const samplesOf = (page: string): readonly Sample[] =>
  page.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, labels: labelsIn(labels), value: Number(value) }];
  });

/** Names of the metrics, from their `# TYPE` lines. */
export const namesOf = (page: string): readonly string[] =>
  [...page.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);

export type Scraped = {
  readonly samples: readonly Sample[];
  /** The sum over all samples of the name with these labels. */
  readonly sum: (name: string, labels?: Readonly<Record<string, string>>) => number;
};

export const scraped = (pages: readonly string[]): Scraped => {
  const samples = pages.flatMap(samplesOf);
  return {
    samples,
    sum: (name, labels = {}) =>
      samples
        .filter(
          (each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
        )
        .reduce((total, { value }) => total + value, 0),
  };
};
