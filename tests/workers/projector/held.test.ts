/** A projector that is delayed at any call, for however long, does not overwrite what another has written meanwhile. */
import { ok } from 'node:assert/strict';
import { emptyStorage, memoryReadModels } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import { course } from './held-course.ts';
import { atEveryCall, holding } from './holding.ts';

const held = suite('a projector delayed at one call', { timeoutMs: 240_000 });

held('overwrites nothing newer, where rows are written one by one', async () => {
  const calls = await atEveryCall((nth) => {
    const storage = emptyStorage();
    const hold = holding(nth);
    return course(hold, memoryReadModels({ storage, before: hold.pass }), memoryReadModels({ storage }));
  });
  ok(calls > 50);
});
