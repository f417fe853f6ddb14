/** The members of the workspace with their roles, and the invitations. */
import { useState } from 'preact/hooks';
import type { AnswerTo } from '../../client/api.ts';
import { ago } from '../../client/format.ts';
import type { Member } from '../../client/generated/operations.ts';
import { oneOf } from '../../client/query.ts';
import { api, may, me, loadSession } from '../../client/session.ts';
import { openListing } from '../../client/view.ts';
import { RowButton } from '../../parts/button.tsx';
import type { Question } from '../../parts/dialog.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Badge } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { TabCount, Tabs } from '../../parts/tabs.tsx';
import { Day } from '../../parts/time.tsx';
import { attempt } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useOpener } from '../../parts/use-opener.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { isByLinkAlone } from '../entrance/ways-in.ts';
import { roleName } from '../roles.ts';
import { ChangeRole } from './change-role.tsx';
import { words as t } from './generated/words.ts';
import { Invite, Tell } from './invite.tsx';
import { refusedInWords } from './refusals.ts';
import { nameOf } from './roles.ts';
import { SignInLink } from './sign-in-link.tsx';

const STATUSES = ['member', 'invited'] as const;

const members = openListing({}, { show: oneOf(STATUSES, 'member') });

const isSelf = ({ id }: Member): boolean => id === me.value?.user_id;

const endOf = (member: Member): 'withdraw' | 'leave' | 'remove' => {
  if (member.status === 'invited') return 'withdraw';
  return isSelf(member) ? 'leave' : 'remove';
};

type Acts = {
  readonly tell: (email: string) => void;
  readonly link: (member: Member) => void;
  readonly change: (member: Member) => void;
  readonly remove: (member: Member) => void;
};

const Actions = ({
  member,
  acts: { tell, link, change, remove },
}: {
  readonly member: Member;
  readonly acts: Acts;
}) => {
  // No one grants or removes a role above their own.
  if (!may(member.role)) return <span class="muted small">{t('above_you')}</span>;
  return (
    <span class="actions">
      {!member.uses_provider && (
        <RowButton label={t('sign_in_link')} of={nameOf(member)} onClick={() => link(member)} />
      )}
      {member.status === 'invited' && member.email !== null && !isByLinkAlone() && (
        <RowButton label={t('message')} of={member.email} onClick={() => tell(member.email ?? '')} />
      )}
      <RowButton label={t('change_role')} of={nameOf(member)} onClick={() => change(member)} />
      <RowButton label={t(endOf(member))} of={nameOf(member)} onClick={() => remove(member)} />
    </span>
  );
};

const columns = (isInvited: boolean, acts: Acts): readonly Column<Member>[] => [
  {
    id: 'name',
    label: t(isInvited ? 'invitee' : 'member'),
    role: 'main',
    cell: (member) => (
      <>
        <span class="row-name" dir="auto">
          {nameOf(member)}
        </span>{' '}
        {isSelf(member) && <Badge kind="accent">{t('you')}</Badge>}
        {member.name !== null && member.email !== null && <p class="row-more muted small">{member.email}</p>}
        {member.sign_in_link !== null && (
          <p class="row-more muted small">
            {t('link_open_row', {
              who: member.sign_in_link.made_by.label,
              when: ago(member.sign_in_link.made_at),
            })}
          </p>
        )}
      </>
    ),
  },
  { id: 'role', label: t('role'), cell: ({ role }) => roleName(role) },
  { id: 'since', label: t(isInvited ? 'invited_on' : 'since'), cell: ({ since }) => <Day ms={since} /> },
  { id: 'actions', label: t('actions'), cell: (member) => <Actions member={member} acts={acts} /> },
];

const DONE = { withdraw: 'withdrawn', leave: 'left', remove: 'removed' } as const;

const questionOf = (member: Member): Question => {
  const end = endOf(member);
  return {
    title: t(`${end}_title`, { name: nameOf(member) }),
    body: t(`${end}_stops`),
    action: t(end),
    isDangerous: end !== 'withdraw',
  };
};

type Listed = AnswerTo<'GET /api/members'> & { readonly totals: Readonly<Record<(typeof STATUSES)[number], number>> };

const withRows = (shown: Listed, status: Member['status'], rows: readonly Member[]): Listed => {
  const more = rows.length - shown.members.length;
  const totals = { ...shown.totals, [status]: shown.totals[status] + more };
  return { ...shown, members: rows, total: shown.total + more, totals };
};

const without = (shown: Listed, { id, status }: Member): Listed =>
  withRows(
    shown,
    status,
    shown.members.filter((member) => member.id !== id),
  );

const inRole = (shown: Listed, { id }: Member, role: Member['role']): Listed => ({
  ...shown,
  members: shown.members.map((member) => (member.id === id ? { ...member, role } : member)),
});

export default function Members() {
  const { show, page, per_page } = members.now.value;
  const isInvited = show === 'invited';
  const { opener, dialog } = useOpener(t('invite_title'), { icon: 'user-plus', at: 'invite' });
  const [told, setTold] = useState<string | null>(null);
  const [linking, setLinking] = useState<Member | null>(null);
  const [changing, setChanging] = useState<Member | null>(null);
  const query = { status: show, page, per_page };
  const found = useResource<Listed>(`members ${JSON.stringify(query)}`, async (asking) => {
    const other = isInvited ? 'member' : 'invited';
    const [listed, beside] = await Promise.all([
      api('GET /api/members', { query, ...asking }),
      api('GET /api/members', { query: { status: other, per_page: 1 }, ...asking }),
    ]);
    const totals = { [show]: listed.body.total, [other]: beside.body.total } as Listed['totals'];
    return { ...listed.body, totals };
  });
  /** Administrators who lower their own role can no longer read the list. */
  const again = (): unknown => (may('workspace_admin') ? found.again(true) : undefined);

  const remove = (member: Member): Promise<void> =>
    attempt(
      async () => {
        const { cause } = await found.foresee(
          (shown) => without(shown, member),
          () => api('DELETE /api/members/{id}', { params: { id: member.id } }),
        );
        sayDone(t(DONE[endOf(member)], { name: nameOf(member) }), isSelf(member) ? null : cause);
        if (isSelf(member)) await loadSession();
      },
      { sure: questionOf(member), refused: refusedInWords, then: again },
    );
  return (
    <ListPage
      title={t('title')}
      lead={t('lead')}
      actions={opener}
      filters={
        <Tabs
          label={t('title')}
          values={STATUSES}
          current={show}
          hrefOf={(status) => members.hrefOf({ ...members.defaults, show: status })}
        >
          {(status) => (
            <>
              {t(`${status}_tab`)} <TabCount of={found.data === null ? null : found.data.totals[status]} />
            </>
          )}
        </Tabs>
      }
      listing={members}
      of={found}
      none={{ icon: 'mail', title: t('no_invitations'), hint: t('no_invitations_hint') }}
      caption={t(`${show}_tab`)}
      columns={columns(isInvited, {
        ...{ tell: setTold, link: setLinking, change: setChanging },
        remove: (member) => void remove(member),
      })}
      rowsIn={(data) => data.members}
      keyOf={({ id }) => id}
    >
      <Invite
        {...dialog}
        onInvited={(member) => {
          const others = found.data?.members.filter(({ id }) => id !== member.id) ?? [];
          if (isInvited) found.set((shown) => withRows(shown, 'invited', [...others, member]));
          void again();
        }}
      />
      <Tell email={told} title={t('message_to', { email: told ?? '' })} close={() => setTold(null)} />
      <SignInLink
        member={linking}
        title={linking === null ? '' : t('link_for', { name: nameOf(linking) })}
        close={() => {
          setLinking(null);
          void again();
        }}
      />
      <ChangeRole
        member={changing}
        onChanged={(member, role) => found.set((shown) => inRole(shown, member, role))}
        close={() => {
          setChanging(null);
          void again();
        }}
      />
    </ListPage>
  );
}
