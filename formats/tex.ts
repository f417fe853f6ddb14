/** Text as TeX, in which it typesets as the characters that it is. */
import { ownOf } from '../domain/own.ts';
import { styled, type Mark } from './markup.ts';

/** `ascii`: also what an old TeX cannot read, as far as it has a command. `utf8`: only what TeX would take for a command. */
export type Encoding = 'ascii' | 'utf8';

/** BibTeX counts escaped braces too, so they are written as commands. */
const SPECIAL: Readonly<Record<string, string>> = {
  ...{ '#': '\\#', $: '\\$', '%': '\\%', '&': '\\&', _: '\\_' },
  ...{ '\\': '\\textbackslash{}', '{': '\\textbraceleft{}', '}': '\\textbraceright{}' },
  ...{ '~': '\\textasciitilde{}', '^': '\\textasciicircum{}' },
  ...{ '<': '\\textless{}', '>': '\\textgreater{}', '|': '\\textbar{}' },
};

const command = (name: string): string => `{\\${name}}`;
const math = (name: string): string => `\\ensuremath{${name}}`;
const pairs = (text: string, form: (name: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(' ').map((pair) => [pair.charAt(0), form(pair.slice(1))]));

/** Letters that do not decompose, signs, and Greek: LaTeX2e's own commands and those of its text companion. */
const NAMED: Readonly<Record<string, string>> = {
  ...pairs('ßss æae ÆAE œoe ŒOE øo ØO łl ŁL đdj ĐDJ ðdh ÐDH þth ÞTH ıi ȷj', command),
  ...pairs('„quotedblbase ‚quotesinglbase «guillemotleft »guillemotright ‹guilsinglleft ›guilsinglright', command),
  ...pairs('…ldots ·textperiodcentered •textbullet §S ¶P ©textcopyright ®textregistered ™texttrademark', command),
  ...pairs('°textdegree €texteuro £pounds ¥textyen ‰textperthousand †dag ‡ddag', command),
  ...pairs('×\\times ÷\\div ±\\pm ≤\\leq ≥\\geq ≈\\approx ≠\\neq ≡\\equiv ∼\\sim ∞\\infty √\\surd ∂\\partial', math),
  ...pairs('∑\\sum ∏\\prod ∫\\int ∈\\in ∇\\nabla →\\rightarrow ←\\leftarrow ↔\\leftrightarrow ⇒\\Rightarrow', math),
  ...pairs('α\\alpha β\\beta γ\\gamma δ\\delta ε\\varepsilon ζ\\zeta η\\eta θ\\theta ι\\iota κ\\kappa λ\\lambda', math),
  ...pairs('μ\\mu µ\\mu ν\\nu ξ\\xi π\\pi ρ\\rho σ\\sigma ς\\varsigma τ\\tau υ\\upsilon φ\\varphi χ\\chi ψ\\psi', math),
  ...pairs('ω\\omega Γ\\Gamma Δ\\Delta Θ\\Theta Λ\\Lambda Ξ\\Xi Π\\Pi Σ\\Sigma Φ\\Phi Ψ\\Psi Ω\\Omega', math),
  ...pairs('−- ′\\prime ∗\\ast ‖\\parallel ⊕\\oplus ≅\\cong ⊂\\subset', math),
  ...pairs('₀0 ₁1 ₂2 ₃3 ₄4 ₅5 ₆6 ₇7 ₈8 ₉9 ₊+ ₋\\ensuremath{-}', (sign) => `\\textsubscript{${sign}}`),
  ...pairs('⁰0 ¹1 ²2 ³3 ⁴4 ⁵5 ⁶6 ⁷7 ⁸8 ⁹9 ⁺+ ⁻\\ensuremath{-} ⁿn', (sign) => `\\textsuperscript{${sign}}`),
  ...{ '–': '--', '—': '---', '‐': '-', '\u2011': '-', '‘': '{\\textquoteleft}', '’': "'", '“': '``', '”': "''" },
  ...{ '¿': '?`', '¡': '!`', '\u00a0': '~', '\u00ad': '\\-' },
};

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '\u0300': '`', '\u0301': "'", '\u0302': '^', '\u0303': '~', '\u0304': '=', '\u0307': '.', '\u0308': '"' },
  ...{ '\u0306': 'u', '\u030a': 'r', '\u030b': 'H', '\u030c': 'v', '\u0323': 'd', '\u0327': 'c', '\u0328': 'k' },
  '\u0331': 'b',
};

/** `{\"u}` of ü, `{\'{\^e}}` of ế; null if it is no letter of ASCII with accents that TeX has. */
const accented = (character: string): string | null => {
  const [base = '', ...marks] = character.normalize('NFD');
  if (marks.length === 0 || !/[a-z]/iu.test(base) || base > 'z') return null;
  let tex = base;
  for (const mark of marks) {
    const accent = ownOf(ACCENTS, mark);
    if (accent === undefined) return null;
    const argument = tex.length > 1 ? `{${tex}}` : tex;
    tex = `\\${accent}${/[a-z]/iu.test(accent) && argument === tex ? ' ' : ''}${argument}`;
  }
  return `{${tex}}`;
};

/** Of characters that were met. */
const known = new Map<string, string>();

const inAscii = (character: string): string => {
  const before = known.get(character);
  if (before !== undefined) return before;
  const tex = ownOf(NAMED, character) ?? accented(character) ?? character;
  // Bounded: there are few characters of one unit.
  if (character.length === 1) known.set(character, tex);
  return tex;
};

/** Characters that TeX would join with those that follow: hyphens, and quotation marks, also behind `?` and `!`. */
const JOINING = /(?:[-'`‘’“”–—‐\u2011]|[?!](?=[`‘“])){2,}/u;
const NEEDS: Readonly<Record<Encoding, RegExp>> = {
  utf8: /(?:[-'`]|[?!](?=`)){2,}|[#$%&_\\{}~^<>|]/gu,
  ascii: new RegExp(`${JOINING.source}|[#$%&_\\\\{}~^<>|]|[^\\0-\\x7f]\\p{M}*`, 'gu'),
};
/** Accents that do not compose with their letter, which are rare. */
const ACCENTED = /[\u0300-\u036f]/u;
const WITH_ACCENTED = new RegExp(`${NEEDS.ascii.source}|[A-Za-z]\\p{M}+`, 'gu');

const one = (character: string, encoding: Encoding): string =>
  ownOf(SPECIAL, character) ?? (encoding === 'utf8' || /^[\0-\x7f]$/u.test(character) ? character : inAscii(character));

/** Most names and words. */
const SAFE = /^[A-Za-z0-9 .,:;()]*$/u;

const escaped = (text: string, encoding: Encoding): string => {
  if (SAFE.test(text)) return text;
  const composed = encoding === 'ascii' ? text.normalize('NFC') : text;
  const needs = encoding === 'ascii' && ACCENTED.test(composed) ? WITH_ACCENTED : NEEDS[encoding];
  return composed.replace(needs, (found) =>
    found.length > 1 && JOINING.test(found)
      ? [...found].map((each) => one(each, encoding)).join('{}')
      : one(found, encoding),
  );
};

/** In braces, in which styles change no letter's case, unless a command comes first. */
export const braced = (tex: string): string => `{${tex.startsWith('\\') ? '{}' : ''}${tex}}`;

const COMMANDS: Readonly<Record<Mark, string>> = {
  i: '\\textit',
  b: '\\textbf',
  sub: '\\textsubscript',
  sup: '\\textsuperscript',
  nocase: '',
  'small-caps': '\\textsc',
};

const marked = (mark: Mark, inside: string): string => `${COMMANDS[mark]}${braced(inside)}`;

export const texOf = (markup: string, encoding: Encoding): string =>
  styled(markup, { text: (text) => escaped(text, encoding), marked });

/** Styles lower the case of titles, except for their first letter. */
const hasCase = (word: string, isFirst: boolean): boolean => /\p{Lu}|\p{Lt}/u.test(isFirst ? word.slice(1) : word);

/** A title whose letters keep their case: each word with a capital is in braces. */
export const titleOf = (markup: string, encoding: Encoding): string => {
  let isFirst = true;
  const word = (text: string): string => {
    const tex = escaped(text, encoding);
    const isProtected = hasCase(text, isFirst);
    isFirst = false;
    return isProtected ? braced(tex) : tex;
  };
  return styled(markup, {
    text: (text, isMarked) => {
      if (!isMarked) return text.replace(/\S+/gu, word);
      isFirst = false;
      return escaped(text, encoding);
    },
    marked,
  });
};

/** Addresses and DOIs are read verbatim, but braces must match in them, and some readers take a `$` for the start of a formula. */
export const verbatim = (address: string): string =>
  address.replace(/[{}\\$]/gu, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
