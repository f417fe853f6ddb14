/** Serializes and hashes answers item by item, yielding to other requests during large ones. */
import { createHash } from 'node:crypto';
import { isTurnOver, nextTurn } from '../../commands/turns.ts';

export type Serialized = {
  readonly content: Buffer;
  /** SHA-256 of the content, base64url. */
  readonly digest: string;
};

/** Pieces are hashed together up to this length, since most items are short. */
const PART_CHARACTERS = 65_536;

/** The JSON of a value in pieces: each item of an object's lists is one. */
function* piecesOf(value: unknown): Generator<string> {
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

/** The same bytes as `JSON.stringify`, which would block for a second on a page of the largest records. */
export const writeJson = async (value: unknown): Promise<Serialized> => {
  const hash = createHash('sha256');
  const parts: Buffer[] = [];
  let text = '';
  const write = (): void => {
    const part = Buffer.from(text);
    hash.update(part);
    parts.push(part);
    text = '';
  };
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < PART_CHARACTERS) continue;
    write();
    if (isTurnOver()) await nextTurn();
  }
  write();
  return { content: Buffer.concat(parts), digest: hash.digest('base64url') };
};

export const digestOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64url');

export const writeBytes = (content: Buffer): Serialized => ({ content, digest: digestOf(content) });
