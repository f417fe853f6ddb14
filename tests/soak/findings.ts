/** Violations: each message once, with its number of occurrences. */
export type Findings = {
  readonly add: (what: string) => void;
  readonly all: () => readonly string[];
};

/** A fault shows in thousands of responses; the first of each kind show what it is. */
const MOST = 100;

export const openFindings = (): Findings => {
  const counts = new Map<string, number>();
  let more = 0;
  return {
    add: (what) => {
      if (counts.has(what) || counts.size < MOST) counts.set(what, (counts.get(what) ?? 0) + 1);
      else more += 1;
    },
    all: () => [
      ...[...counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`)),
      ...(more === 0 ? [] : [`… and ${more} more`]),
    ],
  };
};
