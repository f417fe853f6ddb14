/** Shows the workspace and switches to others. */
import { inOrder } from '../../client/format.ts';
import { api, me, noteWorkspaces, workspace, workspaceName } from '../../client/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { within } from '../pages.ts';
import { words as t } from './generated/words.ts';

/** Superadmins may enter every workspace. */
const useEveryWorkspace = (): readonly string[] => {
  const isSuperadmin = me.value?.superadmin === true;
  const { data } = useResource(isSuperadmin ? 'workspaces' : null, async (asking) => {
    const { body } = await api('GET /api/workspaces', { query: { per_page: 100 }, ...asking });
    noteWorkspaces(body.workspaces);
    return body.workspaces.map(({ id }) => id);
  });
  return data ?? [];
};

export const WorkspaceSwitcher = () => {
  const own = me.value?.memberships.map((membership) => membership.workspace_id) ?? [];
  const ids = [...new Set([...own, ...useEveryWorkspace()])].sort((a, b) =>
    inOrder(workspaceName(a), workspaceName(b)),
  );
  const here = workspace.value;
  if (ids.length < 2 && (here === null || ids.includes(here)))
    return (
      <p class="workspace-name line muted small">
        <Icon name="building" />
        <span dir="auto">{workspaceName(here ?? ids[0] ?? '')}</span>
      </p>
    );
  return (
    <Menu
      kind="block"
      label={
        <span class="account line">
          <Icon name="building" />
          <span class="one-line">
            <span class="unseen">{t('switch_workspace')}: </span>
            {here === null ? t('workspace') : workspaceName(here)}
          </span>
        </span>
      }
    >
      {(close) => (
        <>
          <p class="menu-title muted tiny">{t('workspace')}</p>
          {ids.map((id) => (
            <MenuItem key={id} href={within(id, '')} isChosen={id === here} onClick={close}>
              {workspaceName(id)}
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  );
};
