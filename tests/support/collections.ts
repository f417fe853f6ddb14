/** Finds the long-lived maps and sets of the source: those changed by a function that did not create them. */
import ts from 'typescript';

const KINDS: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);
const CHANGES: ReadonlySet<string> = new Set(['set', 'add']);
/** Methods that call their callback at once, and do not keep it. */
const AT_ONCE: ReadonlySet<string> = new Set([
  ...['forEach', 'map', 'flatMap', 'filter', 'find', 'some', 'every', 'sort', 'reduce', 'from'],
]);

const isMade = (node: ts.Expression | undefined): boolean =>
  node !== undefined && ts.isNewExpression(node) && ts.isIdentifier(node.expression) && KINDS.has(node.expression.text);

const isCalledAtOnce = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) &&
  ts.isPropertyAccessExpression(node.parent.expression) &&
  AT_ONCE.has(node.parent.expression.name.text);

/** The enclosing function that may run later than its surroundings; the file if there is none. */
const ownerOf = (node: ts.Node): ts.Node => {
  for (let at = node.parent; ; at = at.parent) {
    if (ts.isSourceFile(at) || (ts.isFunctionLike(at) && !isCalledAtOnce(at))) return at;
  }
};

const changedName = (node: ts.Node): { readonly name: string; readonly isField: boolean } | null => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { expression: whole, name } = node.expression;
  if (!CHANGES.has(name.text)) return null;
  if (ts.isIdentifier(whole)) return { name: whole.text, isField: false };
  return ts.isPropertyAccessExpression(whole) && whole.expression.kind === ts.SyntaxKind.ThisKeyword
    ? { name: whole.name.text, isField: true }
    : null;
};

/** Their names, each once, sorted. */
export const lastingCollections = (file: string, text: string): readonly string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const made: { readonly name: string; readonly owner: ts.Node; readonly isField: boolean }[] = [];
  const changed: { readonly name: string; readonly at: ts.Node; readonly isField: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isMade(node.initializer))
      made.push({ name: node.name.text, owner: ownerOf(node), isField: false });
    if (ts.isPropertyDeclaration(node) && isMade(node.initializer))
      made.push({ name: node.name.getText(), owner: node, isField: true });
    const change = changedName(node);
    if (change !== null) changed.push({ ...change, at: node });
    ts.forEachChild(node, visit);
  };
  visit(source);
  const isWithin = (node: ts.Node, owner: ts.Node): boolean => {
    for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) if (at === owner) return true;
    return false;
  };
  const lasting = made.filter(({ name, owner, isField }) =>
    changed.some(
      (change) =>
        change.name === name &&
        change.isField === isField &&
        (isField || (isWithin(change.at, owner) && ownerOf(change.at) !== owner)),
    ),
  );
  return [...new Set(lasting.map(({ name }) => name))].sort();
};
