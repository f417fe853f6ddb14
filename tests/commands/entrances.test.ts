/** The limits apply to input that does not come over HTTP, such as from the command line. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../commands/bootstrap.ts';
import { parseEmail } from '../../commands/identity/users.ts';
import { queueIngestions } from '../../commands/queue-ingestions.ts';
import { REQUEST, TEXT } from '../../domain/limits.ts';
import { parseLocalizedText } from '../../domain/localized-text.ts';
import { callerWith, depsOf } from '../support/counter.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { refusedWith, rejectedWith } from '../support/refused.ts';
import { suite } from '../support/suite.ts';

const entrances = suite('input that does not come over HTTP');

entrances('may be a workspace name of the maximum length, but not longer or blank', async () => {
  const events = memoryEventStore();
  for (const name of ['x'.repeat(TEXT.nameCharacters + 1), ' ', '\u200b'])
    await rejectedWith('invalid', 'invalid_text', createWorkspace(depsOf(events), 'other', name));
  assert.equal(await events.head(), await memoryEventStore().head());
  const { created } = await createWorkspace(depsOf(events), 'other', ` ${'x'.repeat(TEXT.nameCharacters)} `);
  assert.equal(created, true);
});

entrances('may list a bounded number of iDs, beyond which nothing is queued', async () => {
  const events = memoryEventStore();
  const orcids = Array.from({ length: REQUEST.listItems + 1 }, () => '0000-0002-1825-0097');
  const queue = (some: readonly string[]) =>
    queueIngestions(depsOf(events), { orcids: some, triggerSource: 'cli', shards: 4 }, callerWith('queue'));
  await rejectedWith('invalid', 'too_many', queue(orcids));
  assert.equal(await events.head(), await memoryEventStore().head());
  assert.equal((await queue(orcids.slice(1))).jobs.length, 1);
});

entrances('may be an address of the maximum length', () => {
  const address = (characters: number): string => `${'x'.repeat(characters - '@example.org'.length)}@example.org`;
  assert.equal(parseEmail(address(TEXT.emailCharacters)).length, TEXT.emailCharacters);
  refusedWith('invalid', 'invalid_email', () => parseEmail(address(TEXT.emailCharacters + 1)));
});

entrances('may be a text in a bounded number of locales, each of bounded length', () => {
  const locales = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`en-x${index}`, 'x'.repeat(TEXT.nameCharacters)]));
  assert.equal(Object.keys(parseLocalizedText(locales(TEXT.locales))).length, TEXT.locales);
  for (const [value, most] of [
    [locales(TEXT.locales + 1), TEXT.nameCharacters],
    ['x'.repeat(TEXT.nameCharacters + 1), TEXT.nameCharacters],
    [{ [`en-${'x'.repeat(8)}`.repeat(9)]: 'x' }, TEXT.nameCharacters],
    [Object.fromEntries(Object.keys(locales(12)).map((name) => [name, 'x'.repeat(9_000)])), TEXT.biographyCharacters],
  ] as const)
    refusedWith('invalid', 'invalid_text', () => parseLocalizedText(value, 'name', most));
});
