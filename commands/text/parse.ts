/** Parses a text once: elements used in bibliographic texts are elements, and everything else is text. */
import { TEXT } from '../../domain/limits.ts';
import { BEFORE_CHARACTERS, hasBase, isGluedAfter, isGluedToFormula } from './glued.ts';
import { inLine } from './mathml.ts';
import type { Node } from './nodes.ts';
import { localName, meaningOf, type Meaning } from './tags.ts';

/**
 * A comment, or a tag whose attributes all have values: `<i and j>` is none. Nothing in it may contain `<` or `>`, so every character
 * is examined a bounded number of times.
 */
const TOKEN =
  /<(\/?)([a-z][a-z\d:-]{0,39})((?:\s[\w:.-]+\s?=\s?(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*)\s?(\/?)>|<!--[^<>]*-->/gi;

export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tag';
      readonly at: number;
      readonly name: string;
      readonly form: 'open' | 'close' | 'empty';
      readonly meaning: Meaning;
    };

const tagOf = (match: RegExpExecArray): Token | null => {
  const [, slash = '', spelt = '', attributes = '', empty = ''] = match;
  const meaning = meaningOf(spelt, attributes);
  if (meaning === null) return null;
  const form = slash !== '' ? 'close' : empty !== '' ? 'empty' : 'open';
  return { kind: 'tag', at: match.index, name: localName(spelt), form, meaning };
};

/** At most two for each `<` of the text, and one more. */
export function* tokensOf(text: string): Generator<Token> {
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const tag = match[2] === undefined ? null : tagOf(match);
    if (tag === null && match[2] !== undefined) continue;
    if (match.index > at) yield { kind: 'text', text: text.slice(at, match.index) };
    if (tag !== null) yield tag;
    at = match.index + match[0].length;
  }
  if (at < text.length) yield { kind: 'text', text: text.slice(at) };
}

const CDATA = '<?CDATA ';

/** Typesetters' notes to each other, `<?…?>`, may hold anything. `<?CDATA …?>` holds text. */
export const withoutInstructions = (text: string): string => {
  const out: string[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf('<?', at);
    const to = from === -1 ? -1 : text.indexOf('?>', from + 2);
    if (to === -1) return [...out, text.slice(at)].join(' ');
    out.push(text.slice(at, from));
    if (text.startsWith(CDATA, from)) out.push(text.slice(from + CDATA.length, to));
    at = to + 2;
  }
};

const FORMULA = /(?=<\/?(?:\w+:)?(?:(?:inline|disp)-formula|alternatives)\b)/i;
const MATHML = /<(?:\w+:)?math[\s/>]/i;
const LATEX = /<\/?(?:\w+:)?tex-math(?:\s[^<>]*)?>/gi;

/** LaTeX is text where the formula is not also in MathML. */
export const withLoneLatex = (text: string): string =>
  text
    .split(FORMULA)
    .map((part) => (MATHML.test(part) ? part : part.replace(LATEX, '')))
    .join('');

type Frame = {
  readonly name: string;
  readonly meaning: Meaning;
  /** One list for each operand of a formula's element; otherwise one. */
  readonly operands: (readonly Node[])[];
  readonly nodes: Node[];
  /** The end of the text before it. */
  readonly before: string;
};

const PASSED_OVER: Meaning = { kind: 'transparent' };

export type Parsing = {
  /** Blocks are lines. */
  readonly lines: boolean;
  /** Words that a deposit has glued to formulas are separated from them. */
  readonly glued: boolean;
};

class Tree {
  readonly #nodes: Node[] = [];
  /** All open elements; those that collect their own text are also in `#frames`. */
  readonly #open: { readonly name: string; readonly frame: Frame | null }[] = [];
  readonly #frames: Frame[] = [];
  readonly #counts = new Map<string, number>();
  #formulas = 0;
  readonly #parsing: Parsing;
  /** The end of the text so far. */
  #before = '';
  /** Whether the formula that just ended is not part of a longer word. */
  #isApart = false;

  constructor(parsing: Parsing) {
    this.#parsing = parsing;
  }

  #put(nodes: readonly Node[]): void {
    const frame = this.#frames.at(-1);
    if (frame?.meaning.kind === 'math') frame.operands.push(nodes);
    else for (const node of nodes) (frame?.nodes ?? this.#nodes).push(node);
  }

  #putGap(): void {
    this.#put([this.#parsing.lines ? '\n' : ' ']);
    this.#before = '';
    this.#isApart = false;
  }

  #putFormula(before: string, formula: readonly Node[]): void {
    this.#isApart = this.#parsing.glued && hasBase(formula);
    this.#put(this.#isApart && isGluedToFormula(before) ? [' ', ...formula] : formula);
  }

  text(text: string): void {
    if (this.#formulas === 0) {
      this.#put(this.#isApart && isGluedAfter(text) ? [' ', text] : [text]);
      this.#before = text.slice(-BEFORE_CHARACTERS);
      this.#isApart = false;
    }
    // White space between the elements of a formula is layout.
    else if (text.trim() !== '') this.#put([text.trim()]);
  }

  open(name: string, said: Meaning): void {
    const isStray = said.kind === 'math' && this.#formulas === 0 && name !== 'math';
    const meaning = isStray ? PASSED_OVER : said;
    if (meaning.kind === 'block') this.#putGap();
    const gathers =
      meaning.kind !== 'block' && meaning.kind !== 'transparent' && this.#frames.length < TEXT.elementDepth;
    const frame = gathers ? { name, meaning, operands: [], nodes: [], before: this.#before } : null;
    this.#open.push({ name, frame });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (frame === null) return;
    this.#frames.push(frame);
    this.#isApart = false;
    if (name === 'math') this.#formulas += 1;
  }

  #closeLast(): string {
    const last = this.#open.pop();
    if (last === undefined) return '';
    const { name, frame } = last;
    this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    if (frame === null) return name;
    this.#frames.pop();
    if (name === 'math') this.#formulas -= 1;
    const { meaning, nodes, operands, before } = frame;
    if (meaning.kind === 'inline') this.#put([{ inline: meaning.inline, children: nodes }]);
    else if (meaning.kind === 'math') {
      const formula = inLine(meaning.operator, operands);
      if (this.#formulas === 0) this.#putFormula(before, formula);
      else this.#put(formula);
    }
    return name;
  }

  /** Also closes everything opened inside it; does nothing if it is not open. */
  close(name: string, { kind }: Meaning): void {
    if ((this.#counts.get(name) ?? 0) > 0) while (this.#closeLast() !== name);
    if (kind === 'block') this.#putGap();
  }

  end(): readonly Node[] {
    while (this.#open.length > 0) this.#closeLast();
    return this.#nodes;
  }
}

const CLOSING = /<\/(?:\w+:)?(tex-math|style)\s?>/gi;

/** The text's tree. An element that is never closed ends with the text; its own text is dropped only if it is closed. */
export const parsed = (text: string, parsing: Parsing): readonly Node[] => {
  const tree = new Tree(parsing);
  const lastClosing = new Map(
    [...text.matchAll(CLOSING)].map(({ 1: name = '', index }) => [name.toLowerCase(), index]),
  );
  for (const token of tokensOf(text)) {
    if (token.kind === 'text') {
      tree.text(token.text);
      continue;
    }
    const { at, name, form } = token;
    const speaks = token.meaning.kind === 'silent' && (lastClosing.get(name) ?? 0) < at;
    const meaning = speaks ? PASSED_OVER : token.meaning;
    if (form !== 'close') tree.open(name, meaning);
    if (form !== 'open') tree.close(name, meaning);
  }
  return tree.end();
};
