/** MathML in a line of text: indices as `<sub>` and `<sup>`, the rest as its characters. */

type Frame = { readonly name: string; readonly children: string[] };

const TOKEN = /<(\/?)(?:mml:|m:)?([a-z][a-z-]*)(?:\s[^<>]*?)?(\/?)>|[^<]+|</gi;
const OUTSIDE = /<(?:mml:|m:)?math[\s>]/i;
const ACCENTS: Readonly<Record<string, string>> = {
  '¯': '\u0304',
  '‾': '\u0304',
  '^': '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '˙': '\u0307',
  '→': '\u20d7',
};

const sub = (text = ''): string => `<sub>${text}</sub>`;
const sup = (text = ''): string => `<sup>${text}</sup>`;
/** Pairs of lower and upper indices, as `mmultiscripts` has them. */
const scripts = (texts: readonly string[]): string =>
  texts.map((text, index) => (index % 2 === 0 ? sub(text) : sup(text))).join('');

const PRESCRIPTS = '\u0000';

const multiscripts = ([base = '', ...indices]: readonly string[]): string => {
  const before = indices.indexOf(PRESCRIPTS);
  if (before === -1) return base + scripts(indices);
  return scripts(indices.slice(before + 1)) + base + scripts(indices.slice(0, before));
};

const written = ({ name, children }: Frame): string => {
  const [a = '', b = '', c = ''] = children;
  switch (name) {
    case 'msub':
    case 'munder':
      return a + sub(b);
    case 'msup':
      return a + sup(b);
    case 'mover':
      return a + (ACCENTS[b] ?? sup(b));
    case 'msubsup':
    case 'munderover':
      return a + sub(b) + sup(c);
    case 'mmultiscripts':
      return multiscripts(children);
    case 'mprescripts':
      return PRESCRIPTS;
    case 'mfrac':
      return `${a}/${b}`;
    case 'msqrt':
      return `√${children.length > 1 ? `(${children.join('')})` : a}`;
    case 'mroot':
      return `${sup(b)}√${a}`;
    case 'mfenced':
      return `(${children.join(', ')})`;
    case 'mspace':
      return ' ';
    // The same formula again, in another language.
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return children.join('');
  }
};

/** Linear in the text, at any depth; a formula that is never closed ends with the text. */
export const linearMath = (text: string): string => {
  if (!OUTSIDE.test(text)) return text;
  const out: string[] = [];
  const open: Frame[] = [];
  const put = (piece: string): unknown => (open.at(-1)?.children ?? out).push(piece);
  const close = (): void => {
    const frame = open.pop();
    if (frame !== undefined) put(written(frame).replaceAll(frame.name === 'math' ? PRESCRIPTS : '', ''));
  };
  for (const [token, end, tag, empty] of text.matchAll(TOKEN)) {
    const name = tag?.toLowerCase();
    if (open.length === 0 && (name !== 'math' || end === '/')) out.push(token);
    else if (name === undefined) {
      // Between the elements of a formula, white space is layout.
      if (token.trim() !== '') put(token.replace(/\s+/g, ' ').trim());
    } else if (empty === '/') put(written({ name, children: [] }));
    else if (end !== '/') open.push({ name, children: [] });
    else if (open.at(-1)?.name === name) close();
  }
  while (open.length > 0) close();
  return out.join('');
};
