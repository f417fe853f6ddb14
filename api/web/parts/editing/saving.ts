/** Saves the edits of a record: edits based on an older state lead to a visible conflict, never to a lost change. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answered, Operation } from '../../client/api.ts';
import { newCause } from '../../client/cause.ts';
import { failureFrom, type Failure } from '../../client/failure.ts';
import { inWords } from '../../client/refusal.ts';
import { me, workspace } from '../../client/session.ts';
import { showFailure, showToast } from '../toast.tsx';
import { sayDone } from '../undo/undo.ts';
import { conflictOf, hasMine, resolved, type Conflict } from './conflict.ts';
import { openEditing } from './editing.ts';
import type { Fieldset } from './fieldset.ts';
import { words as t } from './generated/words.ts';
import { Overtaken } from './overtaken.ts';
import type { Fields, Values } from './value.ts';

/** `cause`: undoes the write. `etag`: of the record after the write, for the next write. */
export type Sent = Pick<Answered<Operation>, 'cause' | 'etag'>;

type Options<Seen, Typed> = {
  /** The kind and id of the record: with the workspace, the key of its draft. */
  readonly kind: string;
  readonly id: string;
  readonly fieldset: Fieldset<Typed>;
  /** Null while it is loading. */
  readonly seen: Seen | null;
  readonly recordOf: (seen: Seen) => Fields;
  /**
   * Null if there was nothing to send. Rejects with `Overtaken`, or with a `Failure`. Calls `saved` with the part that each of
   * several writes has saved: a later one may fail.
   */
  readonly send: (
    on: Seen,
    changes: Values,
    cause: string,
    saved: (part: Values, sent: Sent) => void,
  ) => Promise<Sent | null>;
  /** Shows the result before the record is reloaded. */
  readonly foresee: (changes: Values, sent: Sent | null) => void;
  readonly again: () => Promise<unknown>;
  readonly refused?: (error: unknown) => Failure;
};

export const useSaving = <Seen, Typed>({
  kind,
  id,
  fieldset,
  seen,
  recordOf,
  send,
  foresee,
  again,
  refused = inWords,
}: Options<Seen, Typed>) => {
  const user = me.value?.user_id ?? '';
  const draft = `${kind}:${workspace.peek() ?? ''}:${id}`;
  const editing = useMemo(() => openEditing(fieldset, user, draft), [user, draft]);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** The cause of a save whose answer was lost: it may have been carried out. */
  const lost = useRef<string | null>(null);
  useEffect(
    () =>
      editing.fields.subscribe((open) => {
        // A refusal concerns what was sent, so it ends once that is changed or discarded.
        setFailure(null);
        if (Object.keys(open).length === 0) lost.current = null;
      }),
    [editing],
  );
  const [met, setMet] = useState<{ readonly conflict: Conflict; readonly now: Seen } | null>(null);

  const leave = async (): Promise<void> => {
    editing.closeAll();
    setMet(null);
    await again();
  };

  const done = (cause: string | null): Promise<void> => {
    sayDone(t('saved'), cause);
    return leave();
  };

  const meet = async (before: Seen, now: Seen): Promise<void> => {
    const conflict = conflictOf(fieldset, editing.outcome().edits, recordOf(before), recordOf(now));
    if (hasMine(conflict)) await done(lost.current);
    else setMet({ now, conflict });
  };

  const sendAll = async (on: Seen, changes: Values): Promise<void> => {
    // Their version was chosen for every field.
    if (Object.keys(changes).length === 0) return leave();
    const cause = lost.current ?? newCause();
    const parts: (readonly [part: Values, sent: Sent])[] = [];
    const sent = await send(on, changes, cause, (...part) => parts.push(part)).catch((error: unknown) => {
      if (failureFrom(error).hasUnknownOutcome) lost.current = cause;
      for (const [part, sentPart] of parts) {
        foresee(part, sentPart);
        for (const field of Object.keys(part)) editing.close(field);
      }
      if (parts.length > 0) {
        sayDone(t('saved'), cause);
        // What is undone could not be saved again under the same cause.
        lost.current = null;
      }
      throw error;
    });
    foresee(changes, sent);
    await done(sent?.cause ?? null);
  };

  const working = async (before: Seen, work: () => Promise<void>): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof Overtaken) await meet(before, error.now as Seen);
      else setFailure(refused(error));
    } finally {
      setSaving(false);
    }
  };

  const save = (): void => {
    if (seen === null) return;
    const { edits, problems } = editing.outcome();
    if (Object.keys(problems).length > 0 || Object.keys(edits).length === 0) return;
    // A background reload may have changed what is being edited.
    const conflict = conflictOf(fieldset, edits, recordOf(seen), recordOf(seen));
    if (conflict.overlapping.length > 0 || hasMine(conflict)) void meet(seen, seen);
    else
      void working(seen, () =>
        sendAll(seen, Object.fromEntries(Object.entries(edits).map(([field, { mine }]) => [field, mine]))),
      );
  };

  /** A one-click write based on what is shown; if that has changed, shows the current state instead. `say` reports success. */
  const press = async (work: (on: Seen) => Promise<Sent>, say: (sent: Sent) => void): Promise<void> => {
    if (seen === null || isSaving) return;
    setSaving(true);
    try {
      say(await work(seen));
    } catch (error) {
      if (error instanceof Overtaken) showToast({ kind: 'failed', text: t('look_again') });
      else showFailure(error);
    } finally {
      setSaving(false);
      await again();
    }
  };

  return {
    editing,
    isSaving,
    failure,
    save,
    met,
    /** Dismisses the conflict; typed input stays. */
    forget: (): void => {
      setMet(null);
      void again();
    },
    resolve: (takeTheirs: ReadonlySet<string>): void => {
      if (met !== null) void working(met.now, () => sendAll(met.now, resolved(met.conflict, takeTheirs)));
    },
    press,
  };
};

export type Saving<Seen, Typed> = ReturnType<typeof useSaving<Seen, Typed>>;
