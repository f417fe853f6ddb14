/** Reads untrusted JSON from providers: a value of the wrong type counts as absent, and a response of an unexpected shape is refused. */
import { Ajv, type SchemaObject } from 'ajv';
import { wanted } from '../../commands/text/characters.ts';
import { plainText } from '../../commands/text/index.ts';
import { REQUEST } from '../../domain/limits.ts';
import type { Provider } from '../../domain/publication/events.ts';
import { urlIn } from '../../domain/url.ts';
import { ProviderUnavailable } from '../../workers/ingestion/ports.ts';

const ajv = new Ajv({ strict: false });

export const unexpected = (provider: Provider, what: string): ProviderUnavailable =>
  new ProviderUnavailable(provider, 'unexpected_shape', `returned a response of an unexpected shape: ${what}`);

/** Returns the body unchanged, or throws `ProviderUnavailable('unexpected_shape')`. */
export const shapeOf =
  (provider: Provider, schema: SchemaObject): ((body: unknown) => unknown) =>
  (body) => {
    const validate = ajv.compile(schema);
    if (validate(body)) return body;
    const [problem] = validate.errors ?? [];
    throw unexpected(provider, `${problem?.instancePath ?? ''} ${problem?.message ?? ''}`.trim());
  };

/** The value at a path of keys; undefined if any key is missing. */
export const at = (value: unknown, ...path: readonly string[]): unknown => {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
};

export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
};

/** A non-blank string, trimmed and without the characters that no text needs. */
export const stringAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const found = at(value, ...path);
  const text = typeof found === 'string' ? wanted(found).trim() : '';
  return text === '' ? undefined : text;
};

export const stringsAt = (value: unknown, ...path: readonly string[]): readonly string[] =>
  listAt(value, ...path).flatMap((each) => stringAt(each) ?? []);

export const countAt = (value: unknown, ...path: readonly string[]): number | null => {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null;
};

/** The text of an http(s) URL, up to the maximum length of a request URL. */
export const urlAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const text = stringAt(value, ...path);
  if (text === undefined || text.length > REQUEST.urlBytes) return undefined;
  return /^https?:\/\//i.test(text) && urlIn(text) !== null ? plainText(text) : undefined;
};

export const httpsAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const url = urlAt(value, ...path);
  return url?.startsWith('https://') === true ? url : undefined;
};
