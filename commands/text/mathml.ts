/** MathML in a line of text: indices as `sub` and `sup`, the rest as its characters. */
import { ownOf } from '../../domain/own.ts';
import type { Node } from './nodes.ts';

type Operands = readonly (readonly Node[])[];

const ACCENTS: Readonly<Record<string, string>> = {
  '¯': '\u0304',
  '‾': '\u0304',
  '^': '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '˙': '\u0307',
  '→': '\u20d7',
};

/** What stands for `mprescripts` among the operands of `mmultiscripts`. */
const PRESCRIPTS: readonly Node[] = [''];

const sub = (children: readonly Node[] = []): Node => ({ inline: 'sub', children });
const sup = (children: readonly Node[] = []): Node => ({ inline: 'sup', children });

/** Pairs of lower and upper indices. */
const scripts = (operands: Operands): readonly Node[] =>
  operands.map((operand, index) => (index % 2 === 0 ? sub(operand) : sup(operand)));

const multiscripts = ([base = [], ...indices]: Operands): readonly Node[] => {
  const before = indices.indexOf(PRESCRIPTS);
  if (before === -1) return [...base, ...scripts(indices)];
  return [...scripts(indices.slice(before + 1)), ...base, ...scripts(indices.slice(0, before))];
};

const accent = (operand: readonly Node[]): string | undefined => {
  const [only] = operand;
  return operand.length === 1 && typeof only === 'string' ? ownOf(ACCENTS, only) : undefined;
};

export const inLine = (operator: string, operands: Operands): readonly Node[] => {
  const [a = [], b = [], c = []] = operands;
  switch (operator) {
    case 'msub':
    case 'munder':
      return [...a, sub(b)];
    case 'msup':
      return [...a, sup(b)];
    case 'mover':
      return [...a, accent(b) ?? sup(b)];
    case 'msubsup':
    case 'munderover':
      return [...a, sub(b), sup(c)];
    case 'mmultiscripts':
      return multiscripts(operands);
    case 'mprescripts':
      return PRESCRIPTS;
    case 'mfrac':
      return [...a, '/', ...b];
    case 'msqrt':
      return operands.length > 1 ? ['√(', ...operands.flat(), ')'] : ['√', ...a];
    case 'mroot':
      return [sup(b), '√', ...a];
    case 'mfenced':
      return ['(', ...operands.flatMap((operand, index) => (index === 0 ? operand : [', ', ...operand])), ')'];
    case 'mspace':
      return [' '];
    // The same formula again, in another language.
    case 'annotation':
    case 'annotation-xml':
      return [];
    default:
      return operands.flat();
  }
};
