/** Named views of the list: those of the workspace, and the reader's own. */
import { useState } from 'preact/hooks';
import { VIEWS } from '../../../../domain/limits.ts';
import { addressOf } from '../../client/api.ts';
import { api } from '../../client/session.ts';
import type { SavedView } from '../../client/generated/operations.ts';
import { IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { words as common } from '../../parts/generated/words.ts';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { attempt, showToast } from '../../parts/toast.tsx';
import { undoing } from '../../parts/undo/undo.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { here } from '../pages.ts';
import { exportOf, publications, type PublicationsView } from './view.ts';
import { words as t } from './generated/words.ts';

const queryOf = (view: PublicationsView): string =>
  addressOf('GET /api/publications', { query: exportOf(view) }).split('?')[1] ?? '';

/** The query string that opens it; what this release does not know is left out. */
const searchOf = ({ query }: Pick<SavedView, 'query'>): string =>
  publications.write(publications.read(new URLSearchParams(query)));

const save = (body: SavedView) => api('POST /api/views', { body });

type FormProps = { readonly view: PublicationsView; readonly close: () => void; readonly onSaved: () => unknown };

const SaveForm = ({ view, close, onSaved }: FormProps) => {
  const form = useForm({
    initial: { name: '', shared: false },
    save: async ({ name: typed, shared }) => {
      const name = typed.trim();
      await save({ name, query: queryOf(view), shared });
      showToast({ text: t('view_saved', { name }) });
      close();
      await onSaved();
    },
  });
  const name = form.field('name');
  return (
    <FormView form={form} onCancel={close}>
      <TextField
        label={t('view_name')}
        hint={t('view_hint')}
        isRequired
        maxLength={VIEWS.nameCharacters}
        {...name}
        onValue={(typed) => name.onValue(typed.trimStart())}
      />
      <CheckField label={t('view_shared')} hint={t('view_shared_hint')} {...form.field('shared')} />
    </FormView>
  );
};

type Props = { readonly view: PublicationsView };

export const SavedViews = ({ view }: Props) => {
  const found = useAnswer('GET /api/views', {});
  const [isSaving, setSaving] = useState(false);
  const close = (): void => setSaving(false);
  const again = () => found.again(true);
  const saved = found.data?.views ?? [];
  const now = searchOf({ query: queryOf(view) });

  const remove = (removed: SavedView) =>
    attempt(
      async () => {
        const { name, shared } = removed;
        const { cause } = await api('DELETE /api/views', { query: { name, shared } });
        const saveAgain = { label: common('undo'), run: () => attempt(() => save(removed), { then: again }) };
        const action = shared ? cause !== null && undoing(cause, { then: again }) : saveAgain;
        showToast({ text: t('view_removed', { name }), ...(action !== false && { action }) });
      },
      { then: again },
    );

  const group = (isShared: boolean, closeMenu: () => void) => {
    const title = t(isShared ? 'views_shared' : 'views_own');
    const views = saved.filter(({ shared }) => shared === isShared);
    return (
      views.length > 0 && (
        <div role="group" aria-label={title}>
          <p class="menu-inside muted small">{title}</p>
          {views.map((each) => (
            <div key={each.name} class="line">
              <MenuItem
                href={here(`/publications${searchOf(each)}`)}
                isChosen={searchOf(each) === now}
                onClick={closeMenu}
              >
                {each.name}
              </MenuItem>
              <IconButton
                icon="trash"
                label={t('forget_view', { name: each.name })}
                onClick={() => void remove(each)}
              />
            </div>
          ))}
        </div>
      )
    );
  };

  return (
    <>
      <Menu label={t('views')} icon="bookmark" align="end">
        {(closeMenu) => (
          <>
            {group(true, closeMenu)}
            {group(false, closeMenu)}
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
        <SaveForm view={view} close={close} onSaved={again} />
      </Dialog>
    </>
  );
};
