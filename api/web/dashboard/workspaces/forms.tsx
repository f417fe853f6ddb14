/** Creating and renaming workspaces. */
import { useState } from 'preact/hooks';
import { parseWorkspaceId } from '../../../../domain/workspace/id.ts';
import type { Workspace } from '../../client/generated/operations.ts';
import { reworded, parseOrRefuse, requireText } from '../../client/refusal.ts';
import { api, noteWorkspaces, workspace } from '../../client/session.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { Loaded } from '../../parts/states.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useFirst, useResource } from '../../parts/use-resource.ts';
import { within } from '../pages.ts';
import { words as t } from './generated/words.ts';
import { slugOf } from './slug.ts';

const refusedInWords = reworded({
  workspace_exists: () => t('id_taken'),
  workspace_not_found: () => t('gone'),
});

export type Made = Pick<Workspace, 'id' | 'name'>;

type Props = { readonly close: () => void; readonly onMade: (made: Made) => void };

const MakeForm = ({ close, onMade }: Props) => {
  const form = useForm({
    /** Null: derived from the name until one is typed. */
    initial: { name: '', id: null as string | null },
    draft: 'workspace:new',
    refused: refusedInWords,
    save: async ({ name: typed, id: given }) => {
      const name = requireText('name', typed, t('name_missing'));
      const id = parseOrRefuse('id', parseWorkspaceId, (given ?? slugOf(name)).trim(), t('id_wrong'));
      await api('POST /api/workspaces', { body: { id, name } });
      noteWorkspaces([{ id, name }]);
      onMade({ id, name });
    },
  });
  const { name, id } = form.values.value;
  return (
    <FormView form={form} action={t('make')} onCancel={close}>
      <TextField label={t('name')} isRequired autofocus autocomplete="off" {...form.field('name')} />
      <TextField
        label={t('id')}
        hint={t('id_hint')}
        isRequired
        type="code"
        {...form.field('id')}
        value={id ?? slugOf(name)}
      />
    </FormView>
  );
};

export const MakeWorkspace = ({ isOpen, close, onMade }: Props & { readonly isOpen: boolean }) => {
  const [made, setMade] = useState<Made | null>(null);
  const done = (): void => {
    setMade(null);
    close();
  };
  return (
    <>
      <Dialog title={t('new_workspace')} isOpen={isOpen && made === null} onClose={close}>
        <MakeForm
          close={close}
          onMade={(one) => {
            setMade(one);
            onMade(one);
          }}
        />
      </Dialog>
      <Dialog
        title={t('made', { name: made?.name ?? '' })}
        isOpen={made !== null}
        onClose={done}
        size="small"
        actions={
          <>
            <Button onClick={done}>{t('later')}</Button>
            <ButtonLink kind="primary" icon="user-plus" href={within(made?.id ?? '', '/members')}>
              {t('invite_admin')}
            </ButtonLink>
          </>
        }
      >
        <p>{t('made_next')}</p>
      </Dialog>
    </>
  );
};

type RenameProps = { readonly close: () => void; readonly onRenamed: (renamed: Made) => void };

type RenameFormProps = RenameProps & { readonly one: Made; readonly etag: string | null };

const RenameForm = ({ one: { id, name: before }, etag, close, onRenamed }: RenameFormProps) => {
  const form = useForm({
    initial: { name: before },
    refused: refusedInWords,
    save: async ({ name: typed }) => {
      const name = requireText('name', typed, t('name_missing'));
      const { cause } = await api('PATCH /api/workspaces/{id}', {
        params: { id },
        body: { name },
        ifMatch: etag ?? undefined,
      });
      // An undo is sent to the workspace of the address.
      noteWorkspaces([{ id, name }]);
      sayDone(t('renamed', { name }), id === workspace.value ? cause : null);
      close();
      onRenamed({ id, name });
    },
  });
  return (
    <FormView form={form} action={t('rename')} onCancel={close}>
      <TextField label={t('name')} isRequired autofocus autocomplete="off" {...form.field('name')} />
    </FormView>
  );
};

const RenameContent = ({ id, ...props }: RenameProps & { readonly id: string }) => {
  const found = useResource(`workspace ${id}`, (asking) =>
    api('GET /api/workspaces/{id}', { params: { id }, ...asking }),
  );
  return <Loaded of={useFirst(found)}>{({ body, etag }) => <RenameForm one={body} etag={etag} {...props} />}</Loaded>;
};

export const RenameWorkspace = ({ one, ...props }: RenameProps & { readonly one: Made | null }) => (
  <Dialog title={t('rename_title', { name: one?.name ?? '' })} isOpen={one !== null} onClose={props.close} size="small">
    {one !== null && <RenameContent id={one.id} {...props} />}
  </Dialog>
);
