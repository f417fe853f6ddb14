/** Publishes, unpublishes, archives and restores a record, each with undo. */
import { useState } from 'preact/hooks';
import { STATUS_AFTER, type Transition } from '../../../../domain/publish-status.ts';
import { reworded } from '../../client/refusal.ts';
import type { Resource } from '../../client/resource.ts';
import { Button } from '../../parts/button.tsx';
import { sendWithRetry } from '../../parts/editing/overtaken.ts';
import type { IconName } from '../../parts/icon.tsx';
import { attempt } from '../../parts/toast.tsx';
import type { Sent } from '../../parts/editing/saving.ts';
import { sayDone } from '../../parts/undo/undo.ts';
import { moveRecord, readRecord, stateOf, type RecordKind, type Seen, type State } from './kind.ts';
import { words as t } from './generated/words.ts';

const FROM: Readonly<Record<State, readonly Transition[]>> = {
  published: ['unpublish', 'archive'],
  unpublished: ['publish', 'archive'],
  archived: ['unarchive'],
  active: ['archive'],
};

const ICONS: Readonly<Record<Transition, IconName>> = {
  publish: 'eye',
  unpublish: 'eye-off',
  archive: 'folder',
  unarchive: 'rotate-ccw',
};

type Props<Item> = {
  readonly kind: RecordKind<Item>;
  readonly id: string;
  readonly seen: Seen<Item>;
  readonly foresee: Resource<Seen<Item>>['foresee'];
  readonly again: () => Promise<unknown>;
};

export const Moves = <Item,>({ kind, id, seen, foresee, again }: Props<Item>) => {
  const [isBusy, setBusy] = useState(false);
  const state = stateOf(kind, seen);
  const make = async (move: Transition): Promise<void> => {
    setBusy(true);
    const work = async (): Promise<void> => {
      const movedTo = move === 'unarchive' ? kind.restoredTo : STATUS_AFTER[move];
      const send = (): Promise<Sent | null> =>
        sendWithRetry(
          seen,
          (etag) => moveRecord(kind, id, move, etag),
          () => readRecord(kind, id),
          // Others' edits of its fields do not matter.
          (now) => stateOf(kind, now) === state,
        );
      const sent = await foresee((shown, done) => ({ ...shown, movedTo, etag: done?.etag ?? shown.etag }), send);
      if (sent !== null) sayDone(t(`done_${move}`), sent.cause);
    };
    await attempt(work, { refused: reworded(kind.wording) });
    setBusy(false);
    await again();
  };
  return (
    <>
      {FROM[state].map((move) => (
        <Button
          key={move}
          icon={ICONS[move]}
          kind={move === 'publish' || move === 'unarchive' ? 'primary' : 'plain'}
          isBusy={isBusy}
          onClick={() => void make(move)}
        >
          {t(move)}
        </Button>
      ))}
    </>
  );
};
