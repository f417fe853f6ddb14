/** Shows what an action on the chosen publications would change, and what not, and why; then carries it out. */
import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Title } from '../../../parts/markup.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { Alert, Badge, failureText, Loaded, Notice } from '../../../parts/states.tsx';
import { useAction } from '../../../parts/use-action.ts';
import { useResource } from '../../../parts/use-resource.ts';
import { words as common } from '../../../parts/generated/words.ts';
import { words as t } from '../generated/words.ts';
import { carryOut, lookAt, type Action, type Chosen, type Looked, type Outcome } from './batch.ts';
import { announce } from './announce.tsx';

/** The action that was chosen, and for which publications. `at` tells one press from the next. */
export type Asked = { readonly action: Action; readonly chosen: Chosen; readonly at: number };

const BADGE = { changed: 'good', refused: 'warning', unchanged: 'plain' } as const;

/** By the code of the refusal. */
const WHY: Readonly<Partial<Record<string, () => string>>> = {
  publication_not_found: () => t('is_unknown'),
  publication_superseded: () => t('is_superseded'),
};

type OneProps = { readonly action: Action; readonly result: Outcome };

const One = ({ action, result: { id, title, outcome, reason, code } }: OneProps) => (
  <li>
    <Badge kind={BADGE[outcome]}>{outcome === 'changed' ? t(`do_${action}`) : t(outcome)}</Badge>{' '}
    <Title html={title} fallback={id} />
    {reason !== null && <p class="muted small">{WHY[code ?? '']?.() ?? <span lang="en">{reason}</span>}</p>}
  </li>
);

const Content = ({ looked, onPage }: { readonly looked: Looked; readonly onPage: (page: number) => void }) => {
  const { action, changed, unchanged, refused, publications, results, page, per_page: perPage } = looked;
  return (
    <>
      {changed === 0 && <Notice>{t('nothing_to_do')}</Notice>}
      {unchanged + refused > 0 && (
        <p class="actions">
          {unchanged > 0 && <Badge>{t('unchanged_count', { count: unchanged })}</Badge>}
          {refused > 0 && <Badge kind="warning">{t('refused_count', { count: refused })}</Badge>}
        </p>
      )}
      <ul class="batch-list stack">
        {results.map((result) => (
          <One key={result.id} action={action} result={result} />
        ))}
      </ul>
      {publications > perPage && <Pager page={page} perPage={perPage} total={publications} onPage={onPage} />}
    </>
  );
};

type Props = {
  readonly asked: Asked | null;
  readonly onClose: () => void;
  /** It is carried out, or on its way. */
  readonly onDone: () => void;
};

export const BatchDialog = ({ asked, onClose, onDone }: Props) => {
  const [page, turnTo] = useState(1);
  const { isBusy, failure, run } = useAction(asked);
  const [first, setFirst] = useState<{ readonly at: number; readonly token: string } | null>(null);
  const token = first !== null && first.at === asked?.at ? first.token : null;
  const found = useResource(asked === null ? null : `batch ${asked.at} ${page}`, async (asking) => {
    if (asked === null) return null;
    const looked = await lookAt(asked.action, token === null ? asked.chosen : { token }, { page, ...asking });
    setFirst({ at: asked.at, token: looked.token });
    return looked;
  });
  const looked = asked === null || found.isStale ? null : found.data;
  const close = (): void => {
    turnTo(1);
    onClose();
  };
  const carry = async (): Promise<void> => {
    if (looked === null) return;
    if (!(await run(async () => announce(await carryOut(looked.action, looked))))) return;
    close();
    onDone();
  };
  return (
    <Dialog
      title={asked === null ? '' : t(`many_${asked.action}`)}
      isOpen={asked !== null}
      onClose={close}
      size="large"
      actions={
        <>
          <Button onClick={close}>{common('cancel')}</Button>
          {looked !== null && looked.changed > 0 && (
            <Button
              kind={looked.action === 'delete' ? 'danger' : 'primary'}
              isBusy={isBusy}
              onClick={() => void carry()}
            >
              {t(`will_${looked.action}`, { count: looked.changed })}
            </Button>
          )}
        </>
      }
    >
      <Loaded of={{ ...found, data: looked }} lines={6}>
        {(data) => data !== null && <Content looked={data} onPage={turnTo} />}
      </Loaded>
      <Alert of={failure && failureText(failure)} />
    </Dialog>
  );
};
