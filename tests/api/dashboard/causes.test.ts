/** The cause of a request: its correlation id, and the `X-Request-Id` that a client sends. */
import assert from 'node:assert/strict';
import { publicationAggregate } from '../../../commands/publication.ts';
import { bodyOf, serveDashboard, type Dashboard, type Person } from '../../support/dashboard.ts';
import { typesIn } from '../../support/event-stores.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { addPaper } from '../../support/papers.ts';
import { suite } from '../../support/suite.ts';

type Event = { readonly id: string; readonly correlation_id: string; readonly actor: { readonly id: string } };

const causes = suite('the cause of a request');
let installation: Installation;
let dashboard: Dashboard;
let jo: Person;
let ada: Person;

causes.before(async () => {
  installation = await openInstallation({ matching: false });
  dashboard = await serveDashboard(installation);
  [jo, ada] = [await dashboard.signIn('member'), await dashboard.signIn('member')];
});
causes.after(async () => {
  await dashboard.close();
  await installation.stop();
});

let papers = 0;
const paper = async (): Promise<string> => {
  const doi = `10.5555/cause.${(papers += 1)}`;
  await addPaper(installation, doi);
  return doi;
};

const remove = async (who: Person, doi: string, sent?: string): Promise<string> => {
  const headers = sent === undefined ? {} : { 'x-request-id': sent };
  const { headers: answered, status } = await who.delete(`/api/publications/${doi}`, { headers });
  assert.equal(status, 200);
  return answered.get('x-request-id') ?? '';
};

const eventsOf = async (who: Person, cause: string): Promise<readonly Event[]> =>
  bodyOf<{ events: readonly Event[] }>(await who.get(`/api/activity?correlation_id=${cause}`)).events;

causes(
  'belongs to one actor: another who sends its id adds nothing to it, and undoing it leaves what they did',
  async () => {
    const [own, other] = [await paper(), await paper()];
    const cause = await remove(jo, own);
    assert.equal(await remove(ada, other, cause), cause, 'the sent id is returned');
    await installation.settled();
    for (const who of [jo, ada])
      assert.deepEqual(
        (await eventsOf(who, cause)).map(({ actor }) => actor.id),
        [who.userId],
      );
    const undone = bodyOf<{ undone: number }>(await jo.post(`/api/activity/causes/${cause}/undo`, {}));
    assert.equal(undone.undone, 1);
    const types = await typesIn(installation, publicationAggregate.stream('org', other));
    assert.equal(types.at(-1), 'PublicationDeleted');
  },
);

causes('is shared by the requests that one actor sends under one id, which is kept beside their events', async () => {
  const sent = 'two-requests-of-jo';
  const dois = [await paper(), await paper()];
  for (const doi of dois) await remove(jo, doi, sent);
  await remove(ada, await paper(), sent);
  await installation.settled();
  const events = await eventsOf(jo, sent);
  assert.deepEqual([events.length, new Set(events.map((each) => each.correlation_id)).size], [2, 1]);
  const [first] = events;
  assert.notEqual(first?.correlation_id, sent);
  assert.equal((await eventsOf(ada, first?.correlation_id ?? '')).length, 2, 'for others by its correlation id');
  const whole = bodyOf<{ request_id: string | null }>(await jo.get(`/api/activity/${first?.id}`));
  assert.equal(whole.request_id, sent);
  const undone = bodyOf<{ undone: number }>(await jo.post(`/api/activity/causes/${sent}/undo`, {}));
  assert.equal(undone.undone, 2);
});
