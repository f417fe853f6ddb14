/** Citations, written in a separate process and cached by workspace, content, style and language. */
import { createHash } from 'node:crypto';
import { CITATION_LOCALES, type Citations } from '../../api/http/ports.ts';
import { boundedCache } from '../../commands/bounded-cache.ts';
import type { Log } from '../../commands/ports.ts';
import type { CslItem } from '../../domain/csl.ts';
import { CITATION } from '../../domain/limits.ts';
import { citedPart } from '../../domain/publication/cited.ts';
import type { Question } from './formatter.ts';
import { readStyles } from './styles.ts';
import { openWriter } from './writer.ts';

const [ENGLISH] = CITATION_LOCALES;
const APA = 'apa';

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/** The requested locale, else one of the same language, else English. */
const citationLocale = (requested: string): string =>
  CITATION_LOCALES.find((locale) => locale.toLowerCase() === requested.toLowerCase()) ??
  CITATION_LOCALES.find((locale) => languageOf(locale) === languageOf(requested)) ??
  ENGLISH;

/** About 20,000 citations. */
const MAX_BYTES = 24 * 1024 * 1024;

/** Covers everything a citation depends on: records of other workspaces or revisions have different keys. */
export const keyOf = (workspace: string, { style, locale, item }: Question): string =>
  `${workspace} ${locale} ${createHash('sha256')
    .update(JSON.stringify([style, item]))
    .digest('base64')}`;

type Waiting = {
  readonly question: Question;
  readonly written: Promise<string | null>;
  readonly settle: (citation: string | null) => void;
};

const waitingFor = (question: Question): Waiting => {
  let settle: Waiting['settle'] = () => undefined;
  const written = new Promise<string | null>((resolve) => (settle = resolve));
  return { question, written, settle };
};

type Options = {
  readonly log: Log;
  /** The folder of an operator's own styles. */
  readonly styles?: string | null;
};

export const openCitations = ({ log, styles: folder = null }: Options): Citations & { close(): void } => {
  const styles = readStyles(folder, log);
  const fileOf = (name: string): string => {
    const style = styles.get(name);
    if (style === undefined) throw new Error(`there is no citation style ${name}`);
    return style.file;
  };
  /** An empty text stands for a record that cannot be cited, which is not tried again until it changes. */
  const kept = boundedCache<string>({
    key: 'workspace',
    maxBytes: MAX_BYTES,
    sizeOf: (citation) => citation.length * 2,
  });
  /** What is to be written, by who waits for it and key. They take turns; the first one has it. */
  const queues = new Map<string, Map<string, Waiting>>();
  const writer = openWriter(log);
  let isWriting = false;

  const takeTurn = async (queue: Map<string, Waiting>): Promise<void> => {
    const end = Date.now() + CITATION.turnMs;
    for (const [key, { question, settle }] of queue) {
      const citation = await writer.write(question);
      kept.set(key, citation ?? '');
      queue.delete(key);
      settle(citation);
      if (Date.now() >= end) return;
    }
  };

  const writeAll = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    try {
      for (let [next] = queues; next !== undefined; [next] = queues) {
        const [name, queue] = next;
        await takeTurn(queue);
        queues.delete(name);
        if (queue.size > 0) queues.set(name, queue);
      }
    } catch (err) {
      log.warn({ err }, 'citations cannot be written');
      for (const queue of queues.values()) for (const { settle } of queue.values()) settle(null);
      queues.clear();
    } finally {
      isWriting = false;
    }
  };

  /** Null if too many wait. */
  const enqueue = (name: string, key: string, question: Question): Promise<string | null> | null => {
    const queue = queues.get(name) ?? new Map<string, Waiting>();
    const known = queue.get(key);
    if (known !== undefined) return known.written;
    if (queue.size >= CITATION.waiting) return null;
    const waiting = waitingFor(question);
    queues.set(name, queue.set(key, waiting));
    return waiting.written;
  };

  /** `waiting`: whose queue it joins, if it is not written yet. */
  const citationOf = (
    workspace: string,
    item: CslItem | null,
    { waiting = workspace, ...style }: Omit<Question, 'item'> & { readonly waiting?: string },
  ) => {
    const part = item === null ? null : citedPart(item);
    if (part === null) return null;
    const question = { ...style, item: part };
    const key = keyOf(workspace, question);
    const known = kept.get(key);
    return known === undefined ? enqueue(waiting, key, question) : known || null;
  };

  const cite: Citations['cite'] = async (workspace, items, { style, locale }) => {
    const as = { style: fileOf(style), locale: citationLocale(locale) };
    const citations = items.map((item) => citationOf(workspace, item, as));
    void writeAll();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, CITATION.waitMs, null)));
    try {
      return await Promise.all(citations.map((citation) => Promise.race([citation, late])));
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    styles: [...styles.values()],
    cite,
    apa: (workspace, items, locale) => cite(workspace, items, { style: APA, locale }),
    written: async (workspace, items, { style, locale }) => {
      const file = fileOf(style);
      // Lists take turns with the pages of the dashboard as another workspace does.
      const as = { style: file, locale, waiting: `${workspace} lists` };
      const citations = items.map((item) => Promise.resolve(citationOf(workspace, item, as)));
      void writeAll();
      return (await Promise.all(citations)).map((citation) => (citation === '' ? null : citation));
    },
    close: () => writer.close(),
  };
};
