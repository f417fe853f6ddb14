/** The styles of citations: those that are bundled, and an operator's own in a folder. A broken one is reported and left out. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SaxesParser } from 'saxes';
import type { Log } from '../../commands/ports.ts';
import { STYLE } from '../../domain/limits.ts';

export type StyleFile = { readonly name: string; readonly title: string; readonly file: string };

const FOLDER = fileURLToPath(new URL('./styles/', import.meta.url));
const CSL = 'http://purl.org/net/xbiblio/csl';
const SUFFIX = '.csl';
/** Names are sent in addresses and headers. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/iu;

/** The place of a problem in a style, and what it is. */
class BrokenStyle extends Error {
  override readonly name = 'BrokenStyle';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

type Use = { readonly macro: string; readonly line: number };

/** Throws `BrokenStyle` for a macro that is missing, or contains itself: it would be expanded without an end. */
const mustExpand = (used: ReadonlyMap<string, readonly Use[]>): void => {
  const done = new Set<string>();
  const visit = (within: string, above: ReadonlySet<string>): void => {
    if (done.has(within)) return;
    for (const { macro, line } of used.get(within) ?? []) {
      if (!used.has(macro)) throw new BrokenStyle(line, `there is no macro "${macro}"`);
      if (above.has(macro)) throw new BrokenStyle(line, `the macro "${macro}" contains itself`);
      visit(macro, new Set([...above, macro]));
    }
    done.add(within);
  };
  for (const macro of used.keys()) visit(macro, new Set([macro]));
};

/** The title of a style that can be used (CSL 1.0.2). Throws `BrokenStyle`. */
const titleOf = (xml: string): string => {
  const parser = new SaxesParser({ xmlns: true });
  const broken = (message: string): BrokenStyle => new BrokenStyle(parser.line, message);
  const open: string[] = [];
  /** By the macro, or other part of the style, in which they are. */
  const used = new Map<string, Use[]>();
  let within = '';
  let title = '';
  let hasBibliography = false;
  // A problem ends the parsing: what follows it is not what was meant.
  parser.on('error', ({ message }) => {
    throw broken(message.replace(/^\d+:\d+: /u, ''));
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const attribute = (name: string): string | undefined => attributes[name]?.value;
    if (open.length === 0 && (local !== 'style' || uri !== CSL)) throw broken('this is not a CSL style');
    if (local === 'link' && attribute('rel') === 'independent-parent')
      throw broken(`this style only refers to ${attribute('href') ?? 'another one'}: use that one`);
    if (open.length === 1) within = local === 'macro' ? (attribute('name') ?? '') : `<${local}>`;
    if (open.length === 1 && !used.has(within)) used.set(within, []);
    if (open.length === 1 && local === 'bibliography') hasBibliography = true;
    const macro = local === 'macro' ? undefined : attribute('macro');
    if (macro !== undefined) used.get(within)?.push({ macro, line: parser.line });
    open.push(local);
  });
  parser.on('text', (text) => {
    if (open.join(' ') === 'style info title') title += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  if (!hasBibliography) throw broken('this style has no bibliography, only citations in a text');
  mustExpand(used);
  return title.trim();
};

const readStyle = (folder: string, file: string): StyleFile => {
  const name = path.basename(file, SUFFIX);
  if (!NAME.test(name))
    throw new BrokenStyle(1, 'the name of a style has only ASCII letters, digits, dots and hyphens');
  const xml = readFileSync(path.join(folder, file), 'utf8');
  if (xml.length > STYLE.characters) throw new BrokenStyle(1, `a style has at most ${STYLE.characters} characters`);
  return { name, title: titleOf(xml.replace(/^\uFEFF/u, '')) || name, file: path.join(folder, file) };
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(SUFFIX))
    .sort()
    .slice(0, STYLE.count);

/** Those of the folder that can be used. `folder`: null for none. */
const ownStyles = (folder: string | null, log: Log): readonly StyleFile[] => {
  if (folder === null) return [];
  try {
    return filesIn(folder).flatMap((file) => {
      try {
        return [readStyle(folder, file)];
      } catch (error) {
        const where = error instanceof BrokenStyle ? `${file}, line ${error.line}` : file;
        log.warn(
          {},
          `the citation style ${where} is not used: ${error instanceof Error ? error.message : 'it is broken'}`,
        );
        return [];
      }
    });
  } catch (err) {
    log.warn({ err }, `STYLES_DIR=${folder} cannot be read: only the bundled citation styles are used`);
    return [];
  }
};

/** By name; a style of the folder takes the place of a bundled one with its name. */
export const readStyles = (folder: string | null, log: Log): ReadonlyMap<string, StyleFile> => {
  const bundled = filesIn(FOLDER).map((file) => readStyle(FOLDER, file));
  return new Map([...bundled, ...ownStyles(folder, log)].map((style) => [style.name, style]));
};
