/** Changing the role of a member or an invitee. */
import type { Member } from '../../client/generated/operations.ts';
import { api, me, loadSession } from '../../client/session.ts';
import { RadioGroup } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { Loaded, Notice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useFirst, useResource } from '../../parts/use-resource.ts';
import { roleName } from '../roles.ts';
import { words as t } from './generated/words.ts';
import { refusedInWords } from './refusals.ts';
import { grantable, nameOf, type Role } from './roles.ts';

type Props = {
  readonly member: Member;
  readonly onChanged: (member: Member, role: Role) => void;
  readonly close: () => void;
};

const RoleForm = ({ member, etag, onChanged, close }: Props & { readonly etag: string | null }) => {
  const { id } = member;
  const isSelf = id === me.value?.user_id;
  const form = useForm<{ readonly role: Role }>({
    initial: { role: member.role },
    refused: refusedInWords,
    save: async ({ role }) => {
      const { cause } = await api('PATCH /api/members/{id}', {
        params: { id },
        body: { role },
        ifMatch: etag ?? undefined,
      });
      sayDone(t('role_changed', { name: nameOf(member), role: roleName(role) }), cause);
      onChanged(member, role);
      if (isSelf) await loadSession();
      close();
    },
  });
  const { role } = form.values.value;
  return (
    <FormView form={form} action={t('change_role')} onCancel={close}>
      <RadioGroup label={t('role')} choices={grantable()} {...form.field('role')} />
      {role === 'member' && isSelf && <Notice kind="warning">{t('demotes_self')}</Notice>}
    </FormView>
  );
};

/** Loaded when the dialog opens, since the list may be outdated. */
const Content = (props: Props) => {
  const { id } = props.member;
  const found = useResource(`member ${id}`, (asking) => api('GET /api/members/{id}', { params: { id }, ...asking }));
  return <Loaded of={useFirst(found)}>{({ body, etag }) => <RoleForm {...props} member={body} etag={etag} />}</Loaded>;
};

export const ChangeRole = ({ member, ...props }: Omit<Props, 'member'> & { readonly member: Member | null }) => (
  <Dialog
    title={member === null ? '' : t('role_of', { name: nameOf(member) })}
    isOpen={member !== null}
    onClose={props.close}
  >
    {member !== null && <Content member={member} {...props} />}
  </Dialog>
);
