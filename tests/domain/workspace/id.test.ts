import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseEntityId, parseWorkspaceId } from '../../../domain/workspace/id.ts';
import { refusedWith, throwsNothingButRefusals } from '../../support/refused.ts';
import { suite } from '../../support/suite.ts';

const id = suite('an id that people choose');
id('is accepted unchanged', () =>
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9-]{1,40}$/u), (text) => assert.equal(parseWorkspaceId(text), text))),
);
for (const wrong of ['', 'Org', 'a b', 'a~b', 'a\n', 'x'.repeat(41)])
  id(`is not ${JSON.stringify(wrong)}`, () => refusedWith('invalid', 'invalid_id', () => parseEntityId(wrong)));
id('is a refusal or an id for any input', () =>
  throwsNothingButRefusals(fc.string(), (parsed) => /^[a-z0-9-]+$/u.test(parsed), parseEntityId),
);
