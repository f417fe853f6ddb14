/** Controls for texts: a line, several lines, a title with markup, a web address. */
import { ID } from '../../../../../domain/limits.ts';
import { urlIn } from '../../../../../domain/url.ts';
import { parseEntityId } from '../../../../../domain/workspace/id.ts';
import { parsed } from '../../../client/parsed.ts';
import { textIn, visibleText } from '../../../parts/editing/value.ts';
import { TextArea, TextField } from '../../../parts/field.tsx';
import { Markup, Title } from '../../../parts/markup.tsx';
import { MarkupEditor } from '../../publication/editors/text.tsx';
import type { Read } from '../../../parts/editing/fieldset.ts';
import type { Control, Problem } from '../control.ts';

type Options = { readonly isRequired?: boolean };

const base = ({ isRequired = false }: Options, read: (text: string) => Read<Problem> = (value) => ({ value })) => ({
  isRequired,
  typedFrom: textIn,
  read: (typed: string): Read<Problem> => {
    const text = visibleText(typed);
    if (text === '') return isRequired ? { problem: 'missing' } : { value: null };
    return read(text);
  },
});

export const line = (options: Options = {}): Control<string> => ({
  ...base(options),
  edit: ({ typed, onTyped, ...field }) => <TextField {...field} value={typed} onValue={onTyped} />,
  show: (value) => <span dir="auto">{textIn(value)}</span>,
});

export const lines = (): Control<string> => ({
  ...base({}),
  edit: ({ typed, onTyped, ...field }) => <TextArea {...field} rows={6} value={typed} onValue={onTyped} />,
  show: (value) => (
    <span class="paragraphs" dir="auto">
      <Markup html={textIn(value)} />
    </span>
  ),
});

export const markup = (options: Options = {}): Control<string> => ({
  ...base(options),
  edit: ({ typed, onTyped, ...field }) => <MarkupEditor {...field} text={typed} onText={onTyped} />,
  show: (value) => <Title html={textIn(value)} />,
});

export const isWebAddress = (text: string): boolean => /^https?:\/\//iu.test(text) && urlIn(text) !== null;

const PLAIN = String.raw`A-Za-z0-9_\-.~:/?@!$&'()*+,;=`;
const ENCODED = '%[0-9A-Fa-f]{2}';
const PART = `(?:[${PLAIN}]|${ENCODED})*`;
const URI = new RegExp(`^[a-zA-Z]+://${PART}(?:#${PART})?$`, 'u');
/** Characters that must be encoded in a URI, including a `%` that is not part of an escape. */
const TO_ENCODE = new RegExp(`(?!${ENCODED})[^${PLAIN}]`, 'gu');

/** The web address as a URI, since browsers show and copy addresses with unencoded characters. */
export const uriOf = (address: string): string => {
  if (URI.test(address)) return address;
  const url = new URL(address);
  const { pathname, search, hash } = url;
  const encoded = (part: string): string => part.replace(TO_ENCODE, encodeURIComponent);
  Object.assign(url, { pathname: '', search: '', hash: '' });
  const server = url.href.slice(0, -'/'.length);
  return `${server}${encoded(pathname + search)}${hash === '' ? '' : `#${encoded(hash.slice(1))}`}`;
};

export const webAddress = (options: Options = {}): Control<string> => ({
  ...base(options, (text) => (isWebAddress(text) ? { value: uriOf(text) } : { problem: 'bad_address' })),
  edit: ({ typed, onTyped, ...field }) => <TextField {...field} type="address" value={typed} onValue={onTyped} />,
  show: (value) => (
    <a href={textIn(value)} rel="noreferrer">
      {textIn(value)}
    </a>
  ),
});

/** The id of an entity or a category, which is part of URLs. */
export const identifier = (): Control<string> => ({
  ...base({ isRequired: true }, (text) =>
    parsed(parseEntityId, text) === text ? { value: text } : { problem: 'bad_id' },
  ),
  edit: ({ typed, onTyped, ...field }) => (
    <TextField {...field} type="code" maxLength={ID.given} value={typed} onValue={onTyped} />
  ),
  show: (value) => <span class="mono">{textIn(value)}</span>,
});
