/** Named views, kept in this browser for each workspace: each is a query string. */
import { useState } from 'preact/hooks';
import { workspace } from '../../client/session.ts';
import { keepValue, keptValue } from '../../client/storage.ts';
import { IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { showToast } from '../../parts/toast.tsx';
import { here } from '../pages.ts';
import { words as t } from './generated/words.ts';

type Saved = { readonly name: string; readonly search: string };

const NameForm = ({ close, onName }: { readonly close: () => void; readonly onName: (name: string) => void }) => {
  const form = useForm({ initial: { name: '' }, save: ({ name }) => Promise.resolve(onName(name.trim())) });
  const name = form.field('name');
  return (
    <FormView form={form} onCancel={close}>
      <TextField
        label={t('view_name')}
        hint={t('view_hint')}
        isRequired
        maxLength={60}
        {...name}
        onValue={(typed) => name.onValue(typed.trimStart())}
      />
    </FormView>
  );
};

/** `search`: the query string of the present view. */
export const SavedViews = ({ search }: { readonly search: string }) => {
  const key = `views:${workspace.value ?? ''}`;
  const [saved, setSaved] = useState(() => keptValue<readonly Saved[]>(key) ?? []);
  const [isSaving, setSaving] = useState(false);
  const close = (): void => setSaving(false);
  /** All but the view of this name, and another. Other tabs may have saved views in the meantime. */
  const keep = (name: string, ...added: readonly Saved[]): void => {
    const views = [...(keptValue<readonly Saved[]>(key) ?? saved).filter((view) => view.name !== name), ...added];
    keepValue(key, views);
    setSaved(views);
  };
  return (
    <>
      <Menu label={t('views')} icon="bookmark" align="end">
        {(closeMenu) => (
          <>
            {saved.map((view) => (
              <div key={view.name} class="line">
                <MenuItem
                  href={here(`/publications${view.search}`)}
                  isChosen={view.search === search}
                  onClick={closeMenu}
                >
                  {view.name}
                </MenuItem>
                <IconButton
                  icon="trash"
                  label={t('forget_view', { name: view.name })}
                  onClick={() => keep(view.name)}
                />
              </div>
            ))}
            {saved.length === 0 && <p class="menu-inside muted">{t('no_views')}</p>}
            <hr />
            <MenuItem
              icon="plus"
              onClick={() => {
                closeMenu();
                setSaving(true);
              }}
            >
              {t('save_view')}
            </MenuItem>
          </>
        )}
      </Menu>
      <Dialog title={t('save_view')} isOpen={isSaving} onClose={close} size="small">
        <NameForm
          close={close}
          onName={(name) => {
            keep(name, { name, search });
            showToast({ text: t('view_saved', { name }) });
            close();
          }}
        />
      </Dialog>
    </>
  );
};
