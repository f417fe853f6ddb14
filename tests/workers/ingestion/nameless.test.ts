/** Invisible names and biographies from a provider are ignored, and the job continues. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { personAggregate } from '../../../commands/person.ts';
import { registerPerson } from '../../../workers/ingestion/person.ts';
import { callerWith, depsOf } from '../../support/counter.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';
const registering = suite('registering a person');

for (const nothing of ['\u200b', '\u00ad\u3164'])
  registering(`ignores a name and a biography of ${JSON.stringify(nothing)}`, async () => {
    const deps = depsOf(memoryEventStore());
    const caller = callerWith('register');
    const names = { creditName: nothing, givenName: nothing, familyName: 'Carberry', otherNames: [nothing] };
    const record = { ...names, biography: nothing };
    const recorded = await registerPerson(deps, CARBERRY, record, [], caller, () => Promise.resolve('held'));
    const { state } = await loadState(deps.events, personAggregate, caller.workspace, CARBERRY);
    assert.ok(state.status === 'active');
    assert.deepEqual(recorded, ['Carberry']);
    assert.equal(state.name?.value, 'Carberry');
    assert.equal(state.biography?.value ?? null, null);
  });
