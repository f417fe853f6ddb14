/** The process that formats citations, over IPC. A style decodes and joins its input, so its output is sanitized too. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import CSL from 'citeproc';
import { LRUCache } from 'lru-cache';
import { richText } from '../../commands/text/index.ts';
import type { CslItem } from '../../domain/csl.ts';
import { NUMBER_PLACE } from '../../domain/publication/cited.ts';

/** `style`: the file. `locale`: one of the bundled ones; null for that of the style. */
export type Question = { readonly item: CslItem; readonly style: string; readonly locale: string | null };
/** Two for each question: that work on it begins, and the citation, or null if it cannot be formatted. */
export type Answer = { readonly citation?: string | null };

type Engine = InstanceType<typeof CSL.Engine>;

const ID = 'cited';
/** A number that no record has, by which the place of the citation's own is found. */
const NUMBER = 918_273_645;
/** Styles and languages that are ready at the same time: a few megabytes each. */
const ENGINES = 8;

const LOCALES = new URL('./locales/', import.meta.url);

const localeFile = (locale: string): string | false => {
  const file = fileURLToPath(new URL(`${locale}.xml`, LOCALES));
  return existsSync(file) && readFileSync(file, 'utf8');
};

/** APA and others treat the title of a review as that of the reviewed work, unless `reviewed-title` is set. */
const withOwnTitle = (item: CslItem): CslItem => {
  const isReview = (item.type === 'review' || item.type === 'review-book') && item['reviewed-title'] === undefined;
  return isReview ? { ...item, type: item['container-title'] === undefined ? 'document' : 'article-journal' } : item;
};

/** As many names as a style without “et al.” is given. */
const NAMED = 20;
/** Stands for the others, and is no letter whose case a style would change. */
const OTHERS = '\u{e001}';
/** With the word before a last name, in the bundled languages. */
const BEFORE_OTHERS = new RegExp(`,?\\s+(?:(?:and|und|et|y|e|en|&#38;)\\s+)?${OTHERS}`, 'u');

const withFewerNames = (item: CslItem): CslItem => {
  const { author = [] } = item;
  return author.length <= NAMED ? item : { ...item, author: [...author.slice(0, NAMED), { literal: OTHERS }] };
};

let cited: CslItem = { type: 'book', title: 'Any' };

const newEngine = (style: string, locale: string | null): Engine => {
  const xml = readFileSync(style, 'utf8');
  const isShort = /<(?:bibliography|name)\s[^>]*et-al-min/u.test(xml);
  const item = (): CslItem => withOwnTitle(isShort ? cited : withFewerNames(cited));
  const sys = { retrieveLocale: localeFile, retrieveItem: () => ({ ...item(), id: ID }) };
  const engine = locale === null ? new CSL.Engine(sys, xml) : new CSL.Engine(sys, xml, locale, true);
  engine.setOutputFormat('html');
  engine.opt.development_extensions.wrap_url_and_doi = false;
  return engine;
};

const engines = new LRUCache<string, Engine>({ max: ENGINES });

/** Reads the style, if it is not ready: that takes a fraction of a second. Throws for a style that cannot be read. */
const engineFor = ({ style, locale }: Pick<Question, 'style' | 'locale'>): Engine => {
  const key = `${style} ${locale}`;
  const known = engines.get(key);
  if (known !== undefined) return known;
  const engine = newEngine(style, locale);
  engines.set(key, engine);
  return engine;
};

/** Styles divide a citation into columns and lines. */
const BLOCK = /<\/?div[^>]*>/gu;

const write = (question: Question): string | null => {
  try {
    const engine = engineFor(question);
    cited = question.item;
    engine.updateItems([]);
    engine.updateItems([ID]);
    const entry = engine.registry.registry[ID];
    if (entry !== undefined) entry.seq = NUMBER;
    const [, [html = ''] = []] = engine.makeBibliography() || [];
    const text = richText(html.replace(BLOCK, ' ').replace(BEFORE_OTHERS, ' et al.')).trim();
    return text === '' ? null : text.replace(String(NUMBER), NUMBER_PLACE);
  } catch {
    // A record that the style cannot format is shown without a citation. What it left in the engine would be in the next one.
    engines.delete(`${question.style} ${question.locale}`);
    return null;
  }
};

const prepare = (question: Question): void => {
  const { style, locale } = question;
  if (!engines.has(`${style} ${locale}`)) write({ style, locale, item: { type: 'book', title: 'Any' } });
};

const say = (answer: Answer, then: () => void = () => undefined): void => void process.send?.(answer, then);

process.on('message', (question: Question) => {
  prepare(question);
  say({}, () => say({ citation: write(question) }));
});
process.once('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole process group; this process exits when its parent disconnects.
process.on('SIGINT', () => undefined);
