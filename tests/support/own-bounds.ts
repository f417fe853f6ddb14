/** Finds limits in the source that are literal numbers instead of numbers from the table of limits. */
import ts from 'typescript';

/** Calls that cut a value, or measure it: their arguments are limits. */
const CUTS: ReadonlySet<string> = new Set([
  ...['slice', 'substring', 'substr', 'splice', 'subarray', 'truncate', 'take'],
  ...['isWithin', 'parseText', 'mustBeAtMost'],
]);
const SIZES: ReadonlySet<string> = new Set(['length', 'size', 'byteLength', 'bytes']);
const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ...[ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LessThanEqualsToken],
  ...[ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken],
]);
/** Keys of a schema, or of the options of a library. */
const LIMIT_KEY = /^max[A-Z]|^maximum$/u;
/** From this number on a quantifier is a limit, and not part of a syntax. */
const AMOUNT = /\{\d*,\d{2,}\}/u;

/** Nothing, one and none are not limits. */
const isAmount = (node: ts.Node): boolean => ts.isNumericLiteral(node) && Number(node.text) > 1;

/** The amounts in an expression: numbers, and the names of constants that hold some. */
const amountsOf = (node: ts.Expression, names: ReadonlySet<string>): readonly string[] => {
  if (ts.isParenthesizedExpression(node)) return amountsOf(node.expression, names);
  if (ts.isPrefixUnaryExpression(node)) return amountsOf(node.operand, names);
  if (ts.isBinaryExpression(node)) return [...amountsOf(node.left, names), ...amountsOf(node.right, names)];
  return isAmount(node) || (ts.isIdentifier(node) && names.has(node.text)) ? [node.getText()] : [];
};

/** The constants of a file that hold an amount. */
const amountsIn = (source: ts.SourceFile): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isConst = ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Const) !== 0;
    for (const { name, initializer } of isConst ? node.declarations : [])
      if (ts.isIdentifier(name) && initializer !== undefined && amountsOf(initializer, names).length > 0)
        names.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
};

const isOfSize = (node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node) && SIZES.has(node.name.text)) ||
  (ts.isIdentifier(node) && SIZES.has(node.text)) ||
  (ts.isCallExpression(node) && isOfSize(node.expression));

const nameOf = (callee: ts.Expression): string =>
  ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();

/** By the name of its constant, else as it is written. */
const titleOf = (pattern: ts.RegularExpressionLiteral): string =>
  ts.isVariableDeclaration(pattern.parent) ? pattern.parent.name.getText() : pattern.text;

/** Where a number is a limit: it cuts or measures a value, or is the maximum of something. */
const boundsAt = (node: ts.Node): readonly ts.Expression[] => {
  if (ts.isCallExpression(node)) return CUTS.has(nameOf(node.expression)) ? node.arguments : [];
  if (ts.isPropertyAssignment(node)) return LIMIT_KEY.test(node.name.getText()) ? [node.initializer] : [];
  if (!ts.isBinaryExpression(node) || !COMPARISONS.has(node.operatorToken.kind)) return [];
  const { left, right } = node;
  return [...(isOfSize(left) ? [right] : []), ...(isOfSize(right) ? [left] : [])];
};

/** Numbers as they are written, and the names of constants and patterns; each once, in the order of the file. */
export const ownBounds = (file: string, text: string): readonly string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const amounts = amountsIn(source);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const amount of boundsAt(node).flatMap((bound) => amountsOf(bound, amounts))) found.add(amount);
    if (ts.isRegularExpressionLiteral(node) && AMOUNT.test(node.text)) found.add(titleOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
};
