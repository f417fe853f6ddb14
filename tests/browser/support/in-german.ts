/** Finds on a German page what is called by its English name: for screenshots of states that are described once, in English. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';

type Message = string | Readonly<Record<string, string>>;
type Catalogue = Readonly<Record<string, Message>>;

const WEB = fileURLToPath(new URL('../../../api/web/', import.meta.url));

const catalogueAt = (file: string): Catalogue => JSON.parse(readFileSync(path.join(WEB, file), 'utf8')) as Catalogue;

const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

/** Each text with its translation, a plural form with each of the translation's. */
const PAIRS: readonly (readonly [english: string, german: string])[] = readdirSync(WEB, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => path.basename(file) === 'en.json')
  .flatMap((file) => {
    const german = catalogueAt(path.join(path.dirname(file), 'de.json'));
    return Object.entries(catalogueAt(file)).flatMap(([key, message]) =>
      formsOf(message).flatMap((english) =>
        formsOf(german[key] ?? message).map((translation): [string, string] => [english, translation]),
      ),
    );
  });

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');

/** A text as a pattern: placeholders may be anything. */
const patternOf = (text: string): string =>
  text
    .split(/\{\w+\}/u)
    .map(escaped)
    .join('.+');

/** With the values of the placeholders, in every possible German form; empty if the text does not match this pattern. */
const filled = (english: string, german: string, text: string): readonly string[] => {
  const names = [...english.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name ?? '');
  if (names.length === 0 || /^\{\w+\}$/u.test(english)) return [];
  const found = new RegExp(
    `^${english
      .split(/\{\w+\}/u)
      .map(escaped)
      .join('(.+)')}$`,
    'u',
  ).exec(text);
  if (found === null) return [];
  return names.reduce<readonly string[]>(
    (texts, name, n) =>
      texts.flatMap((each) => germanOf(found[n + 1] ?? '').map((value) => each.replace(`{${name}}`, () => value))),
    [german],
  );
};

/** All possible German forms of a text; itself if no catalogue has it. */
const germanOf = (text: string): readonly string[] => {
  const same = PAIRS.flatMap(([english, german]) => (english === text ? [german] : []));
  if (same.length > 0) return [...new Set(same)];
  const found = PAIRS.flatMap(([english, german]) => filled(english, german, text));
  if (found.length > 0) return found;
  const [label, ...rest] = text.split(': ');
  if (label === undefined || rest.length === 0) return [text];
  return germanOf(label).map((each) => `${each}: ${germanOf(rest.join(': '))[0] ?? ''}`);
};

const having = (test: (english: string) => boolean): readonly string[] =>
  PAIRS.flatMap(([english, german]) => (test(english) && !/^\{\w+\}$/u.test(german) ? [patternOf(german)] : []));

const translated = (name: string | RegExp, isExact: boolean): RegExp => {
  if (typeof name !== 'string') {
    const words = name.source.replace(/^\^/u, '').trim();
    return new RegExp(`^(?:${having((english) => english.startsWith(words)).join('|')})`, 'u');
  }
  const german = germanOf(name);
  const isPart = !isExact && german.length === 1 && german[0] === name;
  const patterns = isPart ? having((english) => english.includes(name)) : german.map(escaped);
  const any = `(?:${[...patterns, ...(isPart ? [escaped(name)] : [])].join('|')})`;
  return new RegExp(isExact ? `^${any}$` : any, 'iu');
};

type Named = { readonly name?: string | RegExp; readonly exact?: boolean };

/** The page or locator, with English names translated to German ones. */
export const inGerman = <Place extends Page | Locator>(place: Place): Place =>
  new Proxy(place, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const [first, options] = args as [unknown, Named | undefined];
        const given =
          property === 'getByRole' && options?.name !== undefined
            ? [first, { name: translated(options.name, options.exact === true) }]
            : /^getBy(?:Text|Label|Placeholder)$/u.test(String(property))
              ? [translated(first as string | RegExp, options?.exact === true)]
              : args;
        const result: unknown = Reflect.apply(value, target, given);
        return typeof result === 'object' && result !== null && 'getByRole' in result
          ? inGerman(result as Locator)
          : result;
      };
    },
  });
