/** The JSON of an answer, written and hashed an item at a time, so that one that is large lets others have their turn between. */
import { createHash } from 'node:crypto';
import { isTurnOver, nextTurn } from '../../commands/turns.ts';

export type Written = {
  readonly content: Buffer;
  /** SHA-256 of the content, base64url. */
  readonly digest: string;
};

/** The texts that make up the JSON of a value: the items of the lists of an object come each by itself. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'toJSON' in value) {
    yield JSON.stringify(value) ?? '';
    return;
  }
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const label = `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (Array.isArray(field) && field.length > 0) {
      for (const [n, item] of (field as readonly unknown[]).entries())
        yield `${n === 0 ? `${label}[` : ','}${JSON.stringify(item) ?? 'null'}`;
      yield ']';
    } else yield label + JSON.stringify(field);
  }
  yield before === '{' ? '{}' : '}';
}

/** The same bytes as `JSON.stringify`, which takes a second for a page of the largest records. */
export const writeJson = async (value: unknown): Promise<Written> => {
  const hash = createHash('sha256');
  const parts: Buffer[] = [];
  for (const text of textsOf(value)) {
    const part = Buffer.from(text);
    hash.update(part);
    parts.push(part);
    if (isTurnOver()) await nextTurn();
  }
  return { content: Buffer.concat(parts), digest: hash.digest('base64url') };
};

export const writeBytes = (content: Buffer): Written => ({
  content,
  digest: createHash('sha256').update(content).digest('base64url'),
});
