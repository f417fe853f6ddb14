/** Previews an undo: what it would change, what not, and why; then carries it out. */
import { api } from '../../../client/session.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { Alert, Badge, failureText, Loaded, Notice } from '../../../parts/states.tsx';
import { useAction } from '../../../parts/use-action.ts';
import { useResource } from '../../../parts/use-resource.ts';
import { words as common } from '../../../parts/generated/words.ts';
import { ChangeList } from '../../events/changes.tsx';
import { EventLine, What } from '../../events/event-line.tsx';
import { eventName, pathName } from '../../events/naming.ts';
import { useNames } from '../../events/people.tsx';
import { SubjectName } from '../../events/subject.tsx';
import { words as eventWords } from '../../events/generated/words.ts';
import { tokensOf } from '../../../../../domain/changes/change.ts';
import { valueText } from '../../value-text.ts';
import { words as t } from '../generated/words.ts';
import { Reason } from './reason.tsx';
import { carryOut, endUndo, previewOf, target, turnTo, type CausePreview, type Opened, type Preview } from './state.ts';

type Result = Extract<Preview, { kind: 'event' }>['result'];
type CauseResult = CausePreview['results'][number];

const shown = (value: unknown, path: string, omitted: number | undefined): string =>
  omitted === undefined ? (valueText(value, tokensOf(path).at(-1)) ?? eventWords('nothing')) : eventWords('too_long');

const Conflicts = ({ conflicts }: { readonly conflicts: Result['conflicts'] }) => {
  const named = useNames();
  return (
    <dl class="change-list">
      {conflicts.map(({ path, restores, stands, restores_bytes: wanted, stands_bytes: is }) => (
        <div key={path}>
          <dt class="muted small breakable">{named(pathName(path))}</dt>
          <dd class="both-values stack tight breakable">
            <span>
              <span class="muted small">{t('restores')}</span> {shown(restores, path, wanted)}
            </span>
            <span>
              <span class="muted small">{t('stands')}</span> {shown(stands, path, is)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
};

type OfEventProps = { readonly result: Result; readonly type: string; readonly again: () => unknown };

const OfEvent = ({ result, type, again }: OfEventProps) => {
  const { changes, conflicts, reason } = result;
  if (changes.length === 0 && conflicts.length === 0)
    return reason === null ? (
      <Notice>{t('unchanged')}</Notice>
    ) : (
      <Notice kind="warning">
        {t('cannot')}. <Reason {...result} type={type} />{' '}
        <Button isSmall kind="quiet" onClick={() => void again()}>
          {common('load_again')}
        </Button>
      </Notice>
    );
  return (
    <>
      {changes.length > 0 && (
        <section class="undo-part stack">
          <h3>{t('will_change')}</h3>
          <ChangeList changes={changes} />
        </section>
      )}
      {conflicts.length > 0 && (
        <section class="undo-part stack">
          <Notice kind="warning">{t('conflicts')}</Notice>
          <Conflicts conflicts={conflicts} />
        </section>
      )}
    </>
  );
};

const BADGE = { undone: 'good', refused: 'warning', unchanged: 'plain' } as const;

const OneOfCause = ({ result }: { readonly result: CauseResult }) => (
  <li class="stack">
    <p>
      <Badge kind={BADGE[result.outcome]}>{t(`outcome_${result.outcome}`)}</Badge>{' '}
      <What what={eventName(result.event_type)}>
        <SubjectName subject={result.subject} />
      </What>
    </p>
    {result.outcome === 'refused' && (
      <p class="muted small">
        <Reason {...result} type={result.event_type} />
      </p>
    )}
    {result.changes.length > 0 && <ChangeList changes={result.changes} />}
    {result.conflicts.length > 0 && <Conflicts conflicts={result.conflicts} />}
  </li>
);

const OfCause = ({ result }: { readonly result: CausePreview }) => {
  const { undone, refused, unchanged, steps, results, page, per_page: perPage, events } = result;
  const left = refused - steps;
  return (
    <>
      <p class="actions">
        {undone > 0 && <Badge kind="good">{t('counts_undone', { count: undone })}</Badge>}
        {left > 0 && <Badge kind="warning">{t('counts_refused', { count: left })}</Badge>}
        {unchanged > 0 && <Badge>{t('counts_unchanged', { count: unchanged })}</Badge>}
        {steps > 0 && <span class="muted small">{t('steps_stay', { count: steps })}</span>}
      </p>
      <ul class="undo-list stack">
        {results
          .filter(({ job_step: isStep }) => !isStep)
          .map((each) => (
            <OneOfCause key={each.id} result={each} />
          ))}
      </ul>
      {events > perPage && <Pager page={page} perPage={perPage} total={events} onPage={turnTo} />}
    </>
  );
};

const countIn = (preview: Preview): number =>
  preview.kind === 'cause' ? preview.result.undone : Math.min(1, preview.result.changes.length);

const actionOf = (preview: Preview): string => {
  if (preview.kind === 'cause') return t('undo_count', { count: preview.result.undone });
  return preview.result.conflicts.length > 0 ? t('undo_rest') : common('undo');
};

/** The preview as of now, never a cached one. */
const usePreview = (of: Opened | null) => {
  const found = useResource(of === null ? null : `undo ${of.opened} ${of.page}`, async (asking) =>
    of === null ? null : previewOf(api, of, asking),
  );
  return { ...found, data: of === null || found.isStale ? null : found.data };
};

/** Rendered once on a page that calls `startUndo`. */
export const UndoDialog = () => {
  const of = target.value;
  const found = usePreview(of);
  const { data: preview, again } = found;
  const { isBusy, failure, run } = useAction(of);
  const undo = async (): Promise<void> => {
    if (of === null || preview === null) return;
    if (await run(() => carryOut(of, preview.kind === 'event' ? preview.fields : null))) endUndo();
    // It may have changed in the meantime.
    else void again();
  };
  return (
    <Dialog
      title={
        preview?.kind === 'cause'
          ? t('undo_cause_title', { count: preview.result.events - preview.result.steps })
          : t('undo_title')
      }
      isOpen={of !== null}
      onClose={endUndo}
      size="large"
      actions={
        <>
          <Button onClick={endUndo}>{common('cancel')}</Button>
          {preview !== null && countIn(preview) > 0 && (
            <Button kind="primary" icon="undo-2" isBusy={isBusy} onClick={() => void undo()}>
              {actionOf(preview)}
            </Button>
          )}
        </>
      }
    >
      {of !== null && of.event !== null && (
        <EventLine event={of.event}>
          <SubjectName subject={of.event.subject} />
        </EventLine>
      )}
      <Loaded of={found} lines={4}>
        {(shown) =>
          shown?.kind === 'event' ? (
            <OfEvent result={shown.result} type={of?.event?.event_type ?? ''} again={again} />
          ) : (
            shown !== null && <OfCause result={shown.result} />
          )
        }
      </Loaded>
      <Alert of={failure && failureText(failure)} />
    </Dialog>
  );
};
