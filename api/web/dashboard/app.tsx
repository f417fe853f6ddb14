/** Chooses what to show, by session and address. */
import { useEffect } from 'preact/hooks';
import { language } from '../client/i18n.ts';
import { address, matched, navigate } from '../client/router.ts';
import { homeOf, me, takeRememberedPlace, role, session, workspace } from '../client/session.ts';
import { keepValue } from '../client/storage.ts';
import { Questions } from '../parts/dialog.tsx';
import { PendingWrites } from '../parts/pending-writes.tsx';
import { Toasts } from '../parts/toast.tsx';
import { UndoProgress } from '../parts/undo/progress.tsx';
import { MergeProgress } from './people/merge-jobs.tsx';
import { BatchProgress } from './publications/many/announce.tsx';
import { Memberships, NoWorkspace, Start, Unreachable } from './entrance/entrance.tsx';
import { LostSession } from './entrance/lost-session.tsx';
import { CurrentPage } from './shell/current-page.tsx';
import { NoPage } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

/** `/`, where sign-ins arrive: continues to the previous page, or home. */
const Landing = () => {
  const who = me.value;
  useEffect(() => {
    if (who !== null) navigate(takeRememberedPlace() ?? homeOf(who), { replace: true });
  }, [who]);
  return null;
};

const Workspace = ({ name }: { readonly name: string }) => {
  const isMember = role.value !== null;
  useEffect(() => {
    if (isMember) keepValue('workspace', name);
  }, [name, isMember]);
  return <Shell>{isMember ? <CurrentPage /> : <NoPage why="not_in_workspace" />}</Shell>;
};

const View = () => {
  const now = session.value;
  const path = address.value.pathname;
  switch (now.state) {
    case 'unknown':
      return null;
    case 'unreachable':
      return <Unreachable failure={now.failure} />;
    case 'signed_out':
      return <Start />;
    case 'no_workspace':
      return <NoWorkspace />;
    case 'signed_in':
      if (path === '/') return <Landing />;
      if (matched('/invitations', path) !== null) return <Memberships />;
      return workspace.value === null ? (
        <Shell>
          <CurrentPage />
        </Shell>
      ) : (
        <Workspace name={workspace.value} />
      );
  }
};

export const App = () => {
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);
  return (
    <>
      <View />
      <LostSession />
      <Questions />
      <Toasts>
        <PendingWrites />
        <UndoProgress />
        <BatchProgress />
        <MergeProgress />
      </Toasts>
    </>
  );
};
