/**
 * The entries of a BibTeX file, each apart from the others, with the lines of their fields: abbreviations are written out, and values
 * are TeX. A mistake ends with its entry, so that the next one is read.
 */
import { REFERENCES, TEXT } from '../../../domain/limits.ts';
import { quoted } from '../../../domain/shortened.ts';
import { Unreadable } from '../draft.ts';
import { linesOf } from '../lines.ts';

export type BibField = { readonly tex: string; readonly line: number };

export type BibEntry = {
  readonly line: number;
  /** In lower case. */
  readonly type: string;
  readonly key: string | null;
  /** By name in lower case. */
  readonly fields: ReadonlyMap<string, BibField>;
};

export type BibMistake = { readonly line: number; readonly key: string | null; readonly mistake: Unreadable };

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((name) => [name, name] as const);

/** How entries begin on a line of their own, also where the entry before is not closed. */
const NEXT = /^[ \t]*@[ \t]*[a-z][\w-]*[ \t]*[{(]/imu;
const BEGINNING = /@[ \t]*([a-z][\w-]*)\s*([{(])/iuy;
const NAME = /[^\s"#%'(),={}\\]+/uy;
const KEY = /[^\s,={}"]*/uy;
const SPACE = /\s*/uy;

class TooLong extends Unreadable {
  constructor(name: string, what: string, line: number) {
    const accepted = `at most ${TEXT.fieldCharacters} characters`;
    super(
      'abbreviation_too_long',
      `${what}: the abbreviation ${name} stands for too long a text; accepted: ${accepted}`,
      {
        field: what,
        line,
      },
    );
  }
}

class Reader {
  readonly #text: string;
  readonly #lineAt: (at: number) => number;
  at = 0;
  readonly #abbreviations = new Map<string, string | null>(MONTHS);
  #expanded = 0;

  constructor(text: string) {
    this.#text = text;
    this.#lineAt = linesOf(text);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [taken = ''] = pattern.exec(this.#text) ?? [];
    this.at += taken.length;
    return taken;
  }

  #peek(): string {
    this.#take(SPACE);
    return this.#text.charAt(this.at);
  }

  #refuse(code: Unreadable['code'], field: string | null, message: string, at = this.at): never {
    throw new Unreadable(code, message, { field, line: this.#lineAt(at) });
  }

  #expect(character: string, where: string): void {
    const found = this.#peek();
    if (found !== character)
      this.#refuse(
        'sign_missing',
        where,
        `${where}: ${quoted(character)} is missing${found === '' ? '' : ` before ${quoted(found)}`}`,
      );
    this.at += 1;
  }

  /** From an opening brace or quotation mark to the closing one. */
  #delimited(close: string, what: string): string {
    const from = this.at;
    let depth = 0;
    for (let at = from + 1; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (character === '\\') at += 1;
      else if (character === close && depth === 0) {
        this.at = at + 1;
        return this.#text.slice(from + 1, at);
      } else if (character === '{') depth += 1;
      else if (character === '}') depth -= 1;
      if (depth > REFERENCES.depth)
        this.#refuse('too_deep', what, `${what}: braces are nested more than ${REFERENCES.depth} levels deep`, at);
      if (depth < 0) this.#refuse('not_opened', what, `${what}: a closing brace has no opening one`, at);
      // The next entry, at the beginning of a line: this value was never closed.
      if (character === '\n' && this.#begins(at + 1)) break;
    }
    return this.#refuse('not_closed', what, `${what} is not closed: ${quoted(close)} is missing`, from);
  }

  #begins(at: number): boolean {
    let from = at;
    while (this.#text.charAt(from) === ' ' || this.#text.charAt(from) === '\t') from += 1;
    BEGINNING.lastIndex = from;
    return this.#text.charAt(from) === '@' && BEGINNING.test(this.#text);
  }

  #abbreviated(name: string, what: string): string {
    const value = this.#abbreviations.get(name.toLowerCase());
    if (value === null) throw new TooLong(name, what, this.#lineAt(this.at));
    // A word for a month, such as `sept`.
    if (value === undefined && what === 'month') return name;
    return (
      value ??
      this.#refuse(
        'abbreviation_unknown',
        what,
        `${what}: ${name} is not defined; accepted: a text in braces or quotation marks, or the name of an @string`,
      )
    );
  }

  /** A text, a number or an abbreviation, or several of them joined by `#`. */
  #value(what: string, bytes: number): string {
    let value = '';
    for (;;) {
      const opening = this.#peek();
      if (opening === '{') value += this.#delimited('}', what);
      else if (opening === '"') value += this.#delimited('"', what);
      else {
        const from = this.at;
        const name = this.#take(NAME);
        if (name === '') this.#refuse('value_missing', what, `${what} has no value`, from);
        value += /^\d+$/u.test(name) ? name : this.#abbreviated(name, what);
      }
      if (value.length > bytes)
        this.#refuse(
          'entry_too_large',
          null,
          `the entry is too large; accepted: at most ${REFERENCES.entryBytes} characters`,
        );
      if (this.#peek() !== '#') return value;
      this.at += 1;
    }
  }

  #abbreviation(close: string): void {
    this.#peek();
    const name = this.#take(NAME);
    const key = name.toLowerCase();
    this.#expect('=', `@string ${name}`);
    // Too long until it is known not to be: each may repeat the one before many times, and the entries that use it say so.
    this.#abbreviations.set(key, null);
    const value = this.#value(`@string ${name}`, REFERENCES.entryBytes);
    if (value.length <= TEXT.fieldCharacters) this.#abbreviations.set(key, value);
    this.#expect(close, `@string ${name}`);
  }

  #entry(type: string, close: string, line: number): BibEntry {
    const begun = (this.#peek(), this.at);
    let key: string | null = this.#take(KEY);
    // Some lists have entries without a key.
    if (this.#peek() === '=') [key, this.at] = [null, begun];
    else if (this.#peek() === ',') this.at += 1;
    else if (this.#peek() !== close) this.#refuse('comma_missing_after_key', null, 'a comma is missing after the key');
    const fields = new Map<string, BibField>();
    let left = REFERENCES.entryBytes;
    try {
      for (let last = null as string | null; this.#peek() !== close;) {
        if (this.#peek() === ',') {
          this.at += 1;
          continue;
        }
        const from = this.at;
        const name = this.#take(NAME).toLowerCase();
        if (name === '' && this.#peek() === '')
          this.#refuse('entry_not_closed', null, `the entry is not closed: ${quoted(close)} is missing`);
        if (name === '') this.#refuse('name_missing', null, `a field's name is missing after ${last ?? 'the key'}`);
        this.#expect('=', name);
        const tex = this.#value(name, left);
        left -= tex.length;
        this.#expanded += tex.length;
        if (this.#expanded > REFERENCES.expandedBytes)
          this.#refuse('abbreviations_too_long', name, 'the abbreviations of the list stand for too much text', from);
        // As BibTeX, the first of several.
        if (!fields.has(name)) fields.set(name, { tex, line: this.#lineAt(from) });
        const next = this.#peek();
        if (next === '' || this.#begins(this.at))
          this.#refuse('not_closed', name, `${name}, or the entry, is not closed: ${quoted(close)} is missing`, from);
        if (next !== ',' && next !== close) this.#refuse('comma_missing', name, `a comma is missing after ${name}`);
        last = name;
      }
    } catch (error) {
      if (error instanceof Unreadable) throw Object.assign(error, { key });
      throw error;
    }
    this.at += 1;
    return { line, type, key: key === '' ? null : key, fields };
  }

  *entries(): Generator<BibEntry | BibMistake> {
    for (;;) {
      const from = this.#text.indexOf('@', this.at);
      if (from === -1) return;
      BEGINNING.lastIndex = from;
      const [begun, type = '', opening = ''] = BEGINNING.exec(this.#text) ?? [];
      this.at = from + (begun?.length ?? 1);
      if (begun === undefined) continue;
      const kind = type.toLowerCase();
      const line = this.#lineAt(from);
      const close = opening === '{' ? '}' : ')';
      try {
        if (kind === 'comment' || kind === 'preamble') {
          this.at -= 1;
          if (opening === '{') this.#delimited('}', `@${kind}`);
        } else if (kind === 'string') this.#abbreviation(close);
        else yield this.#entry(kind, close, line);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        if (kind !== 'comment' && !(kind === 'string' && error instanceof TooLong))
          yield { line, key: (error as { readonly key?: string }).key ?? null, mistake: error };
        // From the next line that begins an entry.
        const rest = this.#text.indexOf('\n', from + begun.length);
        const next = rest === -1 ? null : NEXT.exec(this.#text.slice(rest));
        if (rest === -1 || next === null) return;
        this.at = rest + next.index;
      }
    }
  }
}

export const bibEntries = (text: string): Iterable<BibEntry | BibMistake> => new Reader(text).entries();
