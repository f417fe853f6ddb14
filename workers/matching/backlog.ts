/** The matching backlog, by workspace: one with too many entries is scanned completely, without delaying the others. */
import type { Position } from '../../domain/event.ts';
import { MATCHING } from '../../domain/limits.ts';

/** The latest event that queued an entry; after a restart only its position is known. */
export type Cause = {
  readonly position: Position;
  /** Position before the first event that this entry covers. */
  readonly after: Position;
  readonly id: string | null;
  readonly correlationId: string | null;
};

/** The backlog of one workspace as it is persisted. */
export type Waiting = {
  /** Position of the last event before the unprocessed ones. */
  readonly since: Position;
  readonly dois: readonly string[];
  readonly orcids: readonly string[];
  /** Set while every publication is queued; `after` is the id of the last row processed. */
  readonly all: { readonly after: string | null } | null;
};

export type Subject = { readonly kind: 'person' | 'publication'; readonly id: string };
export type Next =
  | (Subject & {
      readonly cause: Cause;
      /** False if a scan of the workspace covers the person's publications. */ readonly alone: boolean;
    })
  | { readonly kind: 'page'; readonly after: string | null; readonly cause: Cause };

/** `since`: position before the first of the events that queued it. */
type Entry = { readonly cause: Cause; readonly since: Position };
type Entries = Map<string, Entry>;
type Line = {
  readonly person: Entries;
  readonly publication: Entries;
  all: { after: string | null; since: Position; isBegun: boolean } | null;
  /** Set if the backlog overflowed during the scan, which then runs once more. */
  again: Position | null;
};

const causeAt = (since: Position): Cause => ({ position: since, after: since, id: null, correlationId: null });

const put = (entries: Entries, id: string, cause: Cause): void => {
  const known = entries.get(id);
  // An entry that is put back must not replace what has come in the meantime.
  const isEarlier = known !== undefined && known.cause.position > cause.position;
  const since = Math.min(cause.after, known?.since ?? Infinity);
  entries.set(id, { cause: isEarlier ? known.cause : cause, since });
};

const take = (entries: Entries): readonly [string, Entry] | null => {
  const [entry] = entries;
  if (entry === undefined) return null;
  entries.delete(entry[0]);
  return entry;
};

const restored = ({ since, dois, orcids, all }: Waiting): Line => {
  const entry: Entry = { cause: causeAt(since), since };
  const entries = (ids: readonly string[]): Entries => new Map(ids.map((id) => [id, entry]));
  return {
    person: entries(orcids),
    publication: entries(dois),
    all: all === null ? null : { after: all.after, since, isBegun: all.after !== null },
    again: null,
  };
};

const oldest = ({ person, publication, all }: Line): Position =>
  Math.min(all?.since ?? Infinity, ...[...person.values(), ...publication.values()].map(({ since }) => since));

const scanAll = (line: Line, entries: Entries): void => {
  const since = Math.min(...[...entries.values()].map((entry) => entry.since));
  if (line.all === null) line.all = { after: null, since, isBegun: false };
  else if (line.all.isBegun) line.again ??= since;
};

const keptOf = (line: Line): Waiting => {
  const { person, publication, all, again } = line;
  // A scan replaces too long a list of people: the rows load them at startup.
  const many = person.size > MATCHING.waiting;
  return {
    since: oldest(line),
    dois: [...publication.keys()],
    orcids: many ? [] : [...person.keys()],
    all: many || again !== null ? { after: null } : all && { after: all.after },
  };
};

export const openBacklog = (kept: Readonly<Record<string, Waiting>> = {}) => {
  const lines = new Map(Object.entries(kept).map(([workspace, waiting]) => [workspace, restored(waiting)]));
  const lineOf = (workspace: string): Line => {
    const line = lines.get(workspace) ?? { person: new Map(), publication: new Map(), all: null, again: null };
    lines.set(workspace, line);
    return line;
  };
  const forgetIfDone = (workspace: string, { person, publication, all }: Line): void => {
    if (person.size === 0 && publication.size === 0 && all === null) lines.delete(workspace);
  };

  return {
    add: (workspace: string, { kind, id }: Subject, cause: Cause): void => {
      const line = lineOf(workspace);
      put(line[kind], id, cause);
      if (line[kind].size <= MATCHING.waiting) return;
      scanAll(line, line[kind]);
      if (kind === 'publication') line.publication.clear();
    },
    /** Queues every publication of the workspace. */
    addAll: (workspace: string, cause: Cause): void => {
      scanAll(lineOf(workspace), new Map([['', { cause, since: cause.after }]]));
    },
    workspaces: () => [...lines.keys()],
    /** Removes and returns the next entry: people first, since publications are matched with them. A page stays until `passed`. */
    take: (workspace: string): Next | null => {
      const line = lines.get(workspace);
      if (line === undefined) return null;
      const alone = line.person.size <= MATCHING.waiting && line.again === null;
      for (const kind of ['person', 'publication'] as const) {
        const entry = take(line[kind]);
        if (entry === null) continue;
        const [id, { cause, since }] = entry;
        forgetIfDone(workspace, line);
        return { kind, id, cause: { ...cause, after: since }, alone };
      }
      if (line.all === null) return null;
      line.all.isBegun = true;
      return { kind: 'page', after: line.all.after, cause: causeAt(line.all.since) };
    },
    /** Records the progress of a scan; null = complete. */
    passed: (workspace: string, after: string | null): void => {
      const line = lines.get(workspace);
      if (line?.all == null) return;
      if (after !== null) line.all.after = after;
      else {
        line.all = line.again === null ? null : { after: null, since: line.again, isBegun: false };
        line.again = null;
      }
      forgetIfDone(workspace, line);
    },
    /** Position of the last event before the unprocessed ones; null if the backlog is empty. */
    since: (): Position | null => (lines.size === 0 ? null : Math.min(...[...lines.values()].map(oldest))),
    kept: () => Object.fromEntries([...lines].map(([workspace, line]) => [workspace, keptOf(line)])),
  };
};
export type Backlog = ReturnType<typeof openBacklog>;
