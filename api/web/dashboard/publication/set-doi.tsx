/** Gives a publication its DOI, after showing what the providers know under it. */
import { useState } from 'preact/hooks';
import { reworded } from '../../client/refusal.ts';
import { navigate } from '../../client/router.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { words as common } from '../../parts/generated/words.ts';
import { Alert, Notice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useAction } from '../../parts/use-action.ts';
import { importFailure, lookUp, type Preview } from '../doi-import/lookup.ts';
import { PreviewTitle } from '../doi-import/preview.tsx';
import { doiTyped } from '../doi-typed.ts';
import { here } from '../pages.ts';
import { publicationPath } from './address.ts';
import { words as t } from './generated/words.ts';

const inWords = reworded({ publication_superseded: () => t('superseded_meanwhile') });

type Props = { readonly id: string; readonly close: () => void };

const Content = ({ id, close }: Props) => {
  const [text, setText] = useState('');
  const { isBusy, failure, run } = useAction(text);
  const [looked, setLooked] = useState<Preview | null>(null);
  const ask = (): Promise<boolean> =>
    run(async () => {
      doiTyped(text);
      if (looked === null) {
        setLooked(await lookUp(text));
        return;
      }
      const { body, cause } = await api('POST /api/publications/{id}/doi', {
        params: { id },
        body: { doi: text },
      }).catch((error: unknown) => {
        throw inWords(error);
      });
      close();
      sayDone(t('doi_set'), cause);
      navigate(here(publicationPath(body.id)), { replace: true });
    });
  const refused = failure?.byField.get('doi');
  return (
    <form
      class="form stack airy"
      onSubmit={submitting(() => {
        if (!isBusy) void ask();
      })}
    >
      <TextField
        label={t('doi')}
        hint={t('doi_hint')}
        error={refused}
        type="code"
        autofocus
        value={text}
        onValue={(value) => {
          setText(value);
          setLooked(null);
        }}
      />
      {looked !== null && (
        <div role="status">
          <Notice>
            <PreviewTitle preview={looked} />
            <p class="small">{t('doi_takes_over')}</p>
          </Notice>
        </div>
      )}
      <Alert of={failure !== null && refused === undefined ? (failure.words ?? importFailure(failure)) : null} />
      <div class="actions">
        <Button onClick={close}>{common('cancel')}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={text.trim() === ''}>
          {t(looked === null ? 'look_up' : 'set_doi')}
        </Button>
      </div>
    </form>
  );
};

export const SetDoi = ({ isOpen, ...props }: Props & { readonly isOpen: boolean }) => (
  <Dialog title={t('set_doi')} isOpen={isOpen} onClose={props.close}>
    <Content {...props} />
  </Dialog>
);
