/** Pages outside a workspace: the start page, memberships, and the page for users without a workspace. */
import { useEffect } from 'preact/hooks';
import { ago } from '../../client/format.ts';
import type { Invitation } from '../../client/generated/operations.ts';
import type { Failure } from '../../client/failure.ts';
import { reworded } from '../../client/refusal.ts';
import { navigate } from '../../client/router.ts';
import { api, loadSession, rememberPlace, session, signOut, type Me } from '../../client/session.ts';
import { Button, ButtonLink, RowButton } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Failed, Loaded } from '../../parts/states.tsx';
import { attempt, showToast } from '../../parts/toast.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { roleName } from '../roles.ts';
import { Outside } from './frame.tsx';
import { isUnentered, placeToReturn, providerAddress } from './ways-in.ts';
import { words as t } from './generated/words.ts';

const Point = ({ icon, title, text }: { readonly icon: IconName; readonly title: string; readonly text: string }) => (
  <li>
    <Icon name={icon} size={18} />
    <div>
      <h2>{title}</h2>
      <p class="muted">{text}</p>
    </div>
  </li>
);

const FIRST_LINK = 'colophon sessions create --email you@example.org --role superadmin';

const SignIn = () => {
  const provider = providerAddress();
  return (
    <section class="card sign-in stack loose" aria-label={t('sign_in')}>
      <h2>{t('sign_in')}</h2>
      {provider !== null && (
        <ButtonLink kind="primary" href={provider}>
          {t('sign_in')}
        </ButtonLink>
      )}
      {isUnentered() ? (
        <CopyField label={t('first_link')} hint={t('first_link_hint')} value={FIRST_LINK} action={t('copy_command')} />
      ) : (
        <p class="muted">{provider === null ? t('link_only') : t('link_hint')}</p>
      )}
      <p class="small">
        <a href="/docs">{t('documentation')}</a>
      </p>
    </section>
  );
};

/** The start page, shown at any address while signed out. */
export const Start = () => {
  useEffect(() => {
    document.title = 'Colophon';
    rememberPlace(placeToReturn());
  }, []);
  return (
    <Outside>
      <div class="start">
        <div class="stack airy">
          <h1>{t('start_title')}</h1>
          <p class="lead muted">{t('about')}</p>
          <ul class="points stack airy">
            <Point icon="refresh-cw" title={t('about_lists')} text={t('about_lists_text')} />
            <Point icon="pencil" title={t('about_edits')} text={t('about_edits_text')} />
            <Point icon="clock-fading" title={t('about_history')} text={t('about_history_text')} />
          </ul>
        </div>
        <SignIn />
      </div>
    </Outside>
  );
};

const accept = ({ id, workspace_id: workspace, workspace_name: name }: Invitation): Promise<void> =>
  attempt(async () => {
    await api('POST /api/invitations/{id}/accept', { params: { id } });
    await loadSession();
    showToast({ text: t('accepted', { workspace: name }) });
    navigate(`/w/${workspace}`);
  });

const decline = ({ id, workspace_name: name }: Invitation, again: () => unknown): Promise<void> =>
  attempt(
    async () => {
      await api('DELETE /api/invitations/{id}', { params: { id } });
      showToast({ text: t('declined', { workspace: name }) });
    },
    {
      sure: { title: t('decline_title', { workspace: name }), body: t('decline_means'), action: t('decline') },
      then: again,
    },
  );

const Invited = ({ invitation, again }: { readonly invitation: Invitation; readonly again: () => unknown }) => {
  const { workspace_name: name, invited_at: at, role } = invitation;
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        <p class="muted small">{t('invitation_role', { when: ago(at), role: roleName(role) })}</p>
      </div>
      <span class="actions">
        <RowButton kind="primary" label={t('accept')} of={name} onClick={() => void accept(invitation)} />
        <RowButton label={t('decline')} of={name} onClick={() => void decline(invitation, again)} />
      </span>
    </li>
  );
};

const InvitationList = () => {
  const found = useAnswer('GET /api/invitations', { query: { per_page: 100 } });
  return (
    <Loaded of={found}>
      {({ invitations }) =>
        invitations.length === 0 ? (
          <Empty icon="inbox" title={t('no_invitations')} />
        ) : (
          <ul class="rows">
            {invitations.map((invitation) => (
              <Invited key={invitation.id} invitation={invitation} again={found.again} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
};

const leave = ({ workspace_id, workspace_name: name }: Me['memberships'][number]): Promise<void> =>
  attempt(
    async () => {
      await api('DELETE /api/memberships/{workspace_id}', { params: { workspace_id } });
      showToast({ text: t('left', { workspace: name }) });
    },
    {
      sure: {
        title: t('leave_title', { workspace: name }),
        body: t('leave_means'),
        action: t('leave'),
        isDangerous: true,
      },
      refused: reworded({ last_admin: () => t('last_admin') }),
      then: loadSession,
    },
  );

const Workspaces = () => {
  const now = session.value;
  if (now.state !== 'signed_in') return null;
  return (
    <Section title={t('your_workspaces')}>
      <ul class="rows">
        {now.me.memberships.map((membership) => {
          const { workspace_id: id, workspace_name: name, role } = membership;
          return (
            <li key={id}>
              <div>
                <a href={`/w/${id}`} dir="auto">
                  {name}
                </a>
                <p class="muted small">{roleName(role)}</p>
              </div>
              <RowButton label={t('leave')} of={name} onClick={() => void leave(membership)} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
};

export const Memberships = () => {
  useEffect(() => {
    document.title = `${t('memberships')} – Colophon`;
  }, []);
  return (
    <Outside>
      <h1>{t('memberships')}</h1>
      <Section title={t('invitations')}>
        <InvitationList />
      </Section>
      <Workspaces />
    </Outside>
  );
};

export const NoWorkspace = () => (
  <Outside>
    <h1>{t('no_workspace')}</h1>
    <p class="lead muted">{t('no_workspace_text')}</p>
    <div class="card">
      <InvitationList />
    </div>
    <div class="actions">
      <Button icon="refresh-cw" onClick={() => void loadSession()}>
        {t('check_again')}
      </Button>
      <Button kind="quiet" icon="log-out" onClick={() => void attempt(signOut)}>
        {t('sign_out')}
      </Button>
    </div>
  </Outside>
);

export const Unreachable = ({ failure }: { readonly failure: Failure }) => (
  <Outside>
    <h1>{t('unreachable')}</h1>
    <div class="card">
      <Failed failure={failure} again={loadSession} />
    </div>
  </Outside>
);
