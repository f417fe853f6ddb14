/** Hides, shows, deletes and restores a publication, each with undo. */
import { useState } from 'preact/hooks';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import type { Sent } from '../../parts/editing/saving.ts';
import { attempt } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { foreseen, type PublicationData, type PublicationProps } from './read.ts';
import { SetDoi } from './set-doi.tsx';
import { write } from './writes.ts';
import { words as t } from './generated/words.ts';

type Written = Promise<Sent | null>;

const setVisible = (data: PublicationData, visible: boolean): Written => {
  const body = [{ op: 'replace', path: '/visible', value: visible }] as const;
  return write(
    data,
    (ifMatch) => api('PATCH /api/publications/{id}', { params: { id: data.publication.id }, body, ifMatch }),
    (now) => now.publication.visible !== visible,
  );
};

const remove = (data: PublicationData): Written =>
  write(
    data,
    (ifMatch) => api('DELETE /api/publications/{id}', { params: { id: data.publication.id }, ifMatch }),
    ({ publication }) => publication.deleted_at === null,
  );

const restore = (id: string): Written => api('POST /api/publications/bulk', { body: { ids: [id], action: 'restore' } });

export const Actions = ({ data, foresee, again }: PublicationProps) => {
  const { id, visible, deleted_at: deletedAt, doi_url: doiUrl } = data.publication;
  const [isSettingDoi, setSettingDoi] = useState(false);
  const act = (change: Partial<PublicationData['publication']>, work: () => Written, text: string): Promise<void> =>
    attempt(
      async () => {
        const sent = await foresee((shown, done) => foreseen(shown, change, done), work);
        sayDone(text, sent?.cause ?? null);
      },
      { then: again },
    );
  return (
    <div class="actions">
      {deletedAt !== null ? (
        <Button
          kind="primary"
          icon="rotate-ccw"
          onClick={() => void act({ deleted_at: null }, () => restore(id), t('is_restored'))}
        >
          {t('restore')}
        </Button>
      ) : (
        <>
          <Button
            icon={visible ? 'eye-off' : 'eye'}
            onClick={() =>
              void act({ visible: !visible }, () => setVisible(data, !visible), t(visible ? 'is_hidden' : 'is_shown'))
            }
          >
            {t(visible ? 'hide' : 'show')}
          </Button>
          <Menu label={t('more')} align="end">
            {(close) => (
              <>
                {doiUrl === null && (
                  <MenuItem
                    icon="link"
                    onClick={() => {
                      close();
                      setSettingDoi(true);
                    }}
                  >
                    {t('set_doi')}
                  </MenuItem>
                )}
                <MenuItem
                  icon="trash"
                  isDangerous
                  onClick={() => {
                    close();
                    void act({ deleted_at: new Date().toISOString() }, () => remove(data), t('is_deleted'));
                  }}
                >
                  {t('delete')}
                </MenuItem>
              </>
            )}
          </Menu>
          <SetDoi id={id} isOpen={isSettingDoi} close={() => setSettingDoi(false)} />
        </>
      )}
    </div>
  );
};
