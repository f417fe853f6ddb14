/** `colophon projections` as an operator uses it: a process with arguments, output and an exit code. */
import { deepStrictEqual as equal, match, strictEqual as is } from 'node:assert/strict';
import { allProjections } from '../../../projections/all.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { publications } from '../../../projections/catalogue/publications.ts';
import { projectionKey } from '../../../projections/define.ts';
import type { Ended } from '../../support/program.ts';
import { writeHistory } from '../../support/history.ts';
import { inPlace, type Place } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { projectionsCommand } from './projections-command.ts';
import { catchUp } from '../projector/projecting.ts';

const json = ({ out, err }: Ended): unknown => {
  if (out === '') throw new Error(`nothing was printed, but: ${err}`);
  return JSON.parse(out) as unknown;
};

/** A catalogue with some history, projected and closed. */
const inCatalogue = (test: (place: Place, corrupt: () => Promise<string>) => Promise<void>): Promise<void> =>
  inPlace(
    async (place) => {
      const stores = await place.open();
      await writeHistory(stores.events, { events: 300 });
      await catchUp({ events: stores.events, readModels: stores.rawReadModels, projections: allProjections });
      await stores.close();
      await test(place, async () => {
        const stores = await place.open();
        const { readModels, events } = stores;
        const [row] = await readModels.find(publications, { where: { all: [] }, limit: 1 });
        if (row === undefined) throw new Error('there is no publication');
        const wrong = { ...row, citedByCount: -5, position: row.position + 1 };
        const checkpoint = { position: await events.head(), phase: 'live' } as const;
        await readModels.commit({
          projection: projectionKey(catalogue),
          changes: [{ collection: publications, replace: [wrong] }],
          recounts: [],
          checkpoint,
        });
        await stores.close();
        return row.id;
      });
    },
    { forPrograms: true },
  );

const commands = suite('colophon projections');

commands('lists, verifies, rebuilds wrong rows, and drops the remains', () =>
  inCatalogue(async (place, corrupt) => {
    const listed = json(await projectionsCommand(place, 'list', '--json')) as {
      name: string;
      state: string;
      rows: number;
    }[];
    equal(
      listed.map(({ name }) => name),
      allProjections.map(({ name }) => name),
    );
    is(
      listed.every(({ state }) => state === 'live'),
      true,
    );
    const { out } = await projectionsCommand(place, 'list');
    match(out, /^projection +version +state +position +lag +rows +last error\n/);

    const id = await corrupt();
    const wrong = await projectionsCommand(place, 'verify', 'catalogue', '--json');
    is(wrong.code, 1);
    const { differing, differences } = json(wrong) as { differing: number; differences: unknown };
    is(differing, 1);
    equal(differences, [{ collection: publications.name, id, kind: 'differs' }]);

    const made = await projectionsCommand(place, 'rebuild', 'catalogue', '--json');
    equal(json(made), [{ name: 'catalogue', version: catalogue.version, generation: 2 }]);
    const right = await projectionsCommand(place, 'verify', 'catalogue');
    is(right.code, 0);
    match(right.out, /catalogue v\d+: \d+ rows, all match the log/);
    const all = await projectionsCommand(place, 'verify', '--all', '--json');
    equal(
      (json(all) as { name: string; differing: number }[]).map(({ name, differing }) => [name, differing]),
      allProjections.map(({ name }) => [name, 0]),
    );

    const kept = json(await projectionsCommand(place, 'drop-old', '--json')) as { outcome: string }[];
    equal(
      kept.map(({ outcome }) => outcome),
      ['kept'],
    );
    match((await projectionsCommand(place, 'drop-old', '--now')).out, /^catalogue_v\d+ {2}dropped\n$/);
    match((await projectionsCommand(place, 'drop-old')).out, /there are no old rows/);
  }),
);

commands('rebuilds everything, in plain lines', () =>
  inCatalogue(async (place) => {
    const { code, out } = await projectionsCommand(place, 'rebuild', '--all');
    is(code, 0);
    for (const { name } of allProjections)
      match(out, new RegExp(`^${name} v\\d+ {2}rebuilt \\(generation 1\\), now served$`, 'm'));
  }),
);

commands('pauses and resumes, and refuses unknown projections', () =>
  inCatalogue(async (place) => {
    match((await projectionsCommand(place, 'pause', 'projects')).out, /^projects {2}paused\n$/);
    const refused = await projectionsCommand(place, 'rebuild', 'projects');
    is(refused.code, 1);
    match(refused.err, /projects is paused: resume it first/);
    match((await projectionsCommand(place, 'resume', 'projects')).out, /^projects {2}resumed\n$/);
    const unknown = await projectionsCommand(place, 'rebuild', 'wroks');
    is(unknown.code, 2);
    match(unknown.err, /there is no projection "wroks"; there are catalogue, /);
    is((await projectionsCommand(place, 'rebuild')).code, 2);
  }),
);
