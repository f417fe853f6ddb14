/** Lists of references are read in threads with limits: what is too hard to read is refused, and the next list is read. */
import assert from 'node:assert/strict';
import { REFERENCES } from '../../../domain/limits.ts';
import { openReferences } from '../../../infra/references/index.ts';
import { rejectedWith } from '../../support/refused.ts';
import { silent } from '../../support/silent.ts';
import { suite } from '../../support/suite.ts';

const reading = suite('a thread that reads a list', { timeoutMs: 120_000 });
const { signal } = new AbortController();
const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const ENTRY = '@book{jars, title={A history of {\\"o}ld jars}}\n';

reading('returns what it has read, and refusals as such', async () => {
  const references = openReferences({ log: silent });
  const { format, entries } = await references.read(bytesOf(ENTRY), null, signal);
  assert.equal(format, 'bibtex');
  assert.deepEqual(
    entries.map((entry) => 'item' in entry && entry.item.title),
    ['A history of öld jars'],
  );
  await rejectedWith('invalid', 'unknown_format', references.read(bytesOf('no list'), null, signal));
  const { details } = await rejectedWith(
    'invalid',
    'too_many',
    references.read(bytesOf(ENTRY.repeat(REFERENCES.entries + 1)), 'bibtex', signal),
  );
  assert.match(String(details?.['accepted']), /2000 entries/u);
});

reading('ends at its limits of time and memory, and with the request', async () => {
  const many = bytesOf(ENTRY.repeat(REFERENCES.entries));
  const slow = openReferences({ log: silent, limits: { readMs: 1, memoryMb: REFERENCES.memoryMb } });
  const { details } = await rejectedWith('invalid', 'unreadable', slow.read(many, null, signal));
  assert.equal(details?.['field'], 'content');
  const small = openReferences({ log: silent, limits: { readMs: REFERENCES.readMs, memoryMb: 8 } });
  await rejectedWith('invalid', 'unreadable', small.read(many, null, signal));
  const gone = new AbortController();
  const aborted = openReferences({ log: silent }).read(many, null, gone.signal);
  gone.abort(new Error('the client has gone'));
  await assert.rejects(aborted, /the client has gone/u);
});
