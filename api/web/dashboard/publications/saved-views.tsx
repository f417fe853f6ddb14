/** Named views, kept in this browser for each workspace: each is a query string. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { workspace } from '../../client/session.ts';
import { keepValue, keptValue } from '../../client/storage.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { say } from '../../parts/toast.tsx';
import { common } from '../../parts/words.ts';
import { here } from '../pages.ts';
import { words as t } from './words.ts';

type Saved = { readonly name: string; readonly search: string };

const read = (at: string): readonly Saved[] => keptValue<readonly Saved[]>(`views:${at}`) ?? [];

const views = signal<{ readonly at: string; readonly saved: readonly Saved[] }>({ at: '', saved: [] });

const savedAt = (at: string): readonly Saved[] => (views.value.at === at ? views.value.saved : read(at));

const keep = (at: string, saved: readonly Saved[]): void => {
  keepValue(`views:${at}`, saved);
  views.value = { at, saved };
};

type Props = {
  /** The query string of the present view. */
  readonly search: string;
};

const SaveDialog = ({ search, close }: Props & { readonly close: () => void }) => {
  const at = workspace.value ?? '';
  const [name, setName] = useState('');
  const save = (): void => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    keep(at, [...savedAt(at).filter((view) => view.name !== trimmed), { name: trimmed, search }]);
    say({ text: t('view_saved', { name: trimmed }) });
    close();
  };
  return (
    <Dialog
      title={t('save_view')}
      isOpen
      onClose={close}
      size="small"
      actions={
        <>
          <Button onClick={close}>{common('cancel')}</Button>
          <Button kind="primary" onClick={save}>
            {common('save')}
          </Button>
        </>
      }
    >
      <form onSubmit={submitting(save)}>
        <TextField label={t('view_name')} hint={t('view_hint')} maxLength={60} value={name} onValue={setName} />
      </form>
    </Dialog>
  );
};

export const SavedViews = ({ search }: Props) => {
  const at = workspace.value ?? '';
  const [isSaving, setSaving] = useState(false);
  const saved = savedAt(at);
  return (
    <>
      <Menu label={t('views')} icon="bookmark" align="end">
        {(close) => (
          <>
            {saved.map((view) => (
              <div key={view.name} class="menu-row">
                <MenuItem href={here(`/publications${view.search}`)} isChosen={view.search === search} onClick={close}>
                  {view.name}
                </MenuItem>
                <IconButton
                  icon="trash"
                  label={t('forget_view', { name: view.name })}
                  onClick={() =>
                    keep(
                      at,
                      saved.filter((other) => other !== view),
                    )
                  }
                />
              </div>
            ))}
            {saved.length === 0 && <p class="menu-note">{t('no_views')}</p>}
            <hr />
            <MenuItem
              icon="plus"
              onClick={() => {
                close();
                setSaving(true);
              }}
            >
              {t('save_view')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isSaving && <SaveDialog search={search} close={() => setSaving(false)} />}
    </>
  );
};
