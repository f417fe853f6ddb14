/** Hides, shows, deletes and restores a publication, each with undo. */
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { complain, say } from '../../parts/toast.tsx';
import type { PublicationData } from './read.ts';
import { readAgain, write } from './writes.ts';
import { words as t } from './words.ts';

type Props = {
  readonly data: PublicationData;
  /** Shows the result before the server has answered. */
  readonly foresee: (change: Partial<PublicationData['publication']>) => void;
  readonly again: () => Promise<unknown>;
};

const setVisible = (data: PublicationData, visible: boolean): Promise<void> => {
  const { id } = data.publication;
  return write(
    data,
    (ifMatch) =>
      api('PATCH /api/publications/{id}', {
        params: { id },
        body: [{ op: 'replace', path: '/visible', value: visible }],
        ifMatch,
      }),
    (now) => now.publication.visible !== visible,
  );
};

const remove = (data: PublicationData): Promise<void> =>
  write(
    data,
    (ifMatch) => api('DELETE /api/publications/{id}', { params: { id: data.publication.id }, ifMatch }),
    ({ publication }) => publication.deleted_at === null,
  );

const restore = async (id: string): Promise<void> => {
  await api('POST /api/publications/bulk', { body: { ids: [id], action: 'restore' } });
};

export const Actions = ({ data, foresee, again }: Props) => {
  const { id, visible, deleted_at: deletedAt } = data.publication;
  const act = async (work: () => Promise<void>, text?: string, back?: () => Promise<void>): Promise<void> => {
    try {
      await work();
      if (text !== undefined)
        say({ text, ...(back !== undefined && { action: { label: t('undo'), run: () => act(back) } }) });
    } catch (error) {
      complain(error);
    }
    await again();
  };
  const show = (isVisible: boolean): void => {
    foresee({ visible: isVisible });
    const flip = async (to: boolean): Promise<void> => setVisible(await readAgain(id), to);
    void act(
      () => setVisible(data, isVisible),
      isVisible ? t('is_shown') : t('is_hidden'),
      () => flip(!isVisible),
    );
  };
  if (deletedAt !== null)
    return (
      <Button
        kind="primary"
        icon="rotate-ccw"
        onClick={() => {
          foresee({ deleted_at: null });
          void act(
            () => restore(id),
            t('is_restored'),
            async () => remove(await readAgain(id)),
          );
        }}
      >
        {t('restore')}
      </Button>
    );
  return (
    <>
      <Button icon={visible ? 'eye-off' : 'eye'} onClick={() => show(!visible)}>
        {visible ? t('hide') : t('show')}
      </Button>
      <Menu label={t('more')} align="end">
        {(close) => (
          <MenuItem
            icon="trash"
            isDangerous
            onClick={() => {
              close();
              foresee({ deleted_at: new Date().toISOString() });
              void act(
                () => remove(data),
                t('is_deleted'),
                () => restore(id),
              );
            }}
          >
            {t('delete')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
};
