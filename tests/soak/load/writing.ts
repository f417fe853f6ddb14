/** Edits, and moves between shown, hidden and deleted: one at a time for each publication, retried until acknowledged. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '../client.ts';
import { settle, unsure, type Publication, type Step } from '../ledger.ts';
import { MOVING } from '../stage.ts';
import type { Scene } from './scene.ts';

type Change = Step & { readonly field?: 'title' | 'note'; readonly ask: Ask };

const FIELDS = ['title', 'note'] as const;
const PENDING_HEADER = 'x-colophon-pending';
const POLL_MS = 50;
const LONGEST_REST_MS = 80;

const pathOf = ({ doi }: Publication): string => `/api/publications/${doi}`;
const patch = (path: string, value: unknown): Ask => ({ method: 'PATCH', body: [{ op: 'add', path, value }] });

/** All possible changes in its current state; edits twice as often. */
const changesOf = ({ workspace, doi, visible, deleted }: Publication, edit: Change): readonly [Change, ...Change[]] => {
  if (workspace !== MOVING) return [edit];
  const restore = { method: 'POST', body: { ids: [doi], action: 'restore' } } as const;
  if (deleted) return [{ type: 'PublicationRestored', value: null, ask: restore }];
  return [
    edit,
    edit,
    visible
      ? { type: 'PublicationHidden', value: null, ask: patch('/visible', false) }
      : { type: 'PublicationShown', value: null, ask: patch('/visible', true) },
    { type: 'PublicationDeleted', value: null, ask: { method: 'DELETE' } },
  ];
};

const apply = (publication: Publication, { type, value, field }: Change): void => {
  publication.steps.push({ type, value });
  if (field !== undefined && value !== null) publication.edited.set(field, value);
  if (type === 'PublicationHidden' || type === 'PublicationShown') publication.visible = type === 'PublicationShown';
  if (type === 'PublicationDeleted' || type === 'PublicationRestored')
    publication.deleted = type === 'PublicationDeleted';
};

type Detail = {
  readonly visible: boolean;
  readonly deleted_at: number | null;
  readonly merged: Readonly<Record<string, unknown>>;
};

/** The differences between the detail response and what was acknowledged. */
export const notShown = ({ visible, deleted, edited }: Publication, body: unknown): readonly string[] => {
  const detail = body as Detail;
  return [
    ...(detail.visible === visible ? [] : [`visible is ${detail.visible}`]),
    ...((detail.deleted_at !== null) === deleted ? [] : [`deleted_at is ${detail.deleted_at}`]),
    ...[...edited].flatMap(([field, value]) =>
      detail.merged[field] === value ? [] : [`${field} is ${JSON.stringify(detail.merged[field])}, not ${value}`],
    ),
  ];
};

/** A change acknowledged as shown must be visible at once; one acknowledged as pending, later. */
const untilStaffSee = async (scene: Scene, publication: Publication, isPending: boolean): Promise<void> => {
  const { client, stage, findings, turnstile } = scene;
  for (;;) {
    const answer = await client.insist('dashboard', pathOf(publication), { headers: stage.as(publication.workspace) });
    if (answer === null) return;
    const missing = answer.status === 200 ? notShown(publication, answer.body) : [`answered ${answer.status}`];
    if (missing.length === 0) return settle(publication, 'staff');
    if (!isPending) return findings.add(`${publication.doi} was acknowledged as shown, but ${missing.join(', ')}`);
    if (turnstile.ended.aborted) return;
    await pause(POLL_MS);
  }
};

/** The public rows follow on their own; that they have in the end is checked then. */
const untilAllSee = async ({ client, turnstile }: Scene, publication: Publication): Promise<void> => {
  const { doi, visible, deleted } = publication;
  const expected = visible && !deleted ? 200 : 404;
  while (!turnstile.ended.aborted) {
    const answer = await client.ask('public', `/v1/doi/${doi}`);
    if (answer?.status === expected) return settle(publication, 'open');
    await pause(POLL_MS);
  }
};

/** `own`: nobody else changes these. */
export const write = (scene: Scene, name: string, own: readonly [Publication, ...Publication[]]): Promise<void> => {
  const { client, stage, findings, tally, turnstile, random } = scene;
  let count = 0;
  const step = async (): Promise<void> => {
    const publication = random.pick(own);
    count += 1;
    const [field, value] = [random.pick(FIELDS), `${name}.${count}`];
    const edit: Change = { type: 'PublicationEdited', value, field, ask: patch(`/${field}`, value) };
    const change = random.pick(changesOf(publication, edit));
    const path = change.type === 'PublicationRestored' ? '/api/publications/bulk' : pathOf(publication);
    unsure(publication);
    const answer = await client.insist('dashboard', path, { ...change.ask, headers: stage.as(publication.workspace) });
    if (answer === null) return findings.add(`${change.type} of ${publication.doi} was never acknowledged`);
    if (answer.status !== 200)
      return findings.add(`${change.type} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    apply(publication, change);
    if (change.field === undefined) tally.moves += 1;
    else tally.edits += 1;
    const isPending = answer.headers.get(PENDING_HEADER) !== null;
    if (isPending) tally.pending += 1;
    await untilStaffSee(scene, publication, isPending);
    // An edit does not change the length of listings.
    if (change.field === undefined || publication.open.sight === 'unsure') await untilAllSee(scene, publication);
  };
  return turnstile.repeat(step, () => random.between(0, LONGEST_REST_MS));
};
