/** Invites a colleague by e-mail address, and shows a message to send to them, with a link if they sign in with nothing else. */
import { useState } from 'preact/hooks';
import type { Member } from '../../client/generated/operations.ts';
import { refusal } from '../../client/refusal.ts';
import { api, workspace, workspaceName } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { RadioGroup } from '../../parts/choices.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { isByLinkAlone } from '../entrance/ways-in.ts';
import { words as t } from './generated/words.ts';
import { refusedInWords } from './refusals.ts';
import { grantable, type Role } from './roles.ts';
import { SignInLink } from './sign-in-link.tsx';

type FormProps = { readonly close: () => void; readonly onInvited: (member: Member) => void };

const InviteForm = ({ close, onInvited }: FormProps) => {
  const form = useForm<{ readonly email: string; readonly role: Role }>({
    initial: { email: '', role: 'member' },
    draft: 'member:new',
    refused: refusedInWords,
    save: async ({ email: typed, role }) => {
      const email = typed.trim();
      const { body } = await api('POST /api/members', { body: { email, role } });
      if ('status' in body && body.status === 'member') throw refusal('email', t('is_member'));
      const now = Date.now();
      const asked: Member = {
        ...{ id: body.id, email, name: null, role, status: 'invited' as const, since: now, updated_at: now },
        ...{ uses_provider: false, sign_in_link: null },
      };
      onInvited('status' in body ? body : asked);
    },
  });
  return (
    <FormView form={form} action={t('invite')} onCancel={close}>
      <TextField label={t('email')} type="email" isRequired autofocus autocomplete="off" {...form.field('email')} />
      <RadioGroup label={t('role')} choices={grantable()} {...form.field('role')} />
    </FormView>
  );
};

type TellProps = { readonly email: string | null; readonly title: string; readonly close: () => void };

/** The message to an invitee; staff send it themselves. */
export const Tell = ({ email, title, close }: TellProps) => (
  <Dialog
    title={title}
    isOpen={email !== null}
    onClose={close}
    actions={
      <Button kind="primary" onClick={close}>
        {t('done')}
      </Button>
    }
  >
    <p>{t('tell_them')}</p>
    <CopyField
      label={t('message')}
      value={t('message_text', {
        workspace: workspaceName(workspace.value ?? ''),
        address: `${location.origin}/`,
        email: email ?? '',
      })}
      action={t('copy_message')}
      hasFocus
    />
  </Dialog>
);

export const Invite = ({ isOpen, close, onInvited }: FormProps & { readonly isOpen: boolean }) => {
  const [invited, setInvited] = useState<Member | null>(null);
  const title = t('invited_title', { email: invited?.email ?? '' });
  const done = (): void => {
    setInvited(null);
    close();
  };
  return (
    <>
      <Dialog title={t('invite_title')} isOpen={isOpen && invited === null} onClose={close}>
        <InviteForm
          close={close}
          onInvited={(member) => {
            setInvited(member);
            onInvited(member);
          }}
        />
      </Dialog>
      {isByLinkAlone() ? (
        <SignInLink member={invited} title={title} close={done} />
      ) : (
        <Tell email={invited?.email ?? null} title={title} close={done} />
      )}
    </>
  );
};
