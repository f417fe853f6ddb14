/** Shows the workspace and switches to others. */
import { api, me, workspace } from '../../client/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { within } from '../pages.ts';
import { shellWords as t } from './words.ts';

/** Superadmins may enter every workspace. */
const useEveryWorkspace = (): readonly string[] => {
  const isSuperadmin = me.value?.superadmin === true;
  const { data } = useResource(isSuperadmin ? 'workspaces' : null, async (signal) => {
    const { body } = await api('GET /api/workspaces', { query: { per_page: 100 }, signal });
    return body.workspaces.map(({ id }) => id);
  });
  return data ?? [];
};

export const WorkspaceSwitcher = () => {
  const own = me.value?.memberships.map((membership) => membership.workspace_id) ?? [];
  const names = [...new Set([...own, ...useEveryWorkspace()])].sort();
  const here = workspace.value;
  if (names.length < 2 && (here === null || names.includes(here)))
    return (
      <p class="workspace-name">
        <Icon name="building" />
        {here ?? names[0] ?? ''}
      </p>
    );
  return (
    <Menu
      kind="block"
      label={
        <span class="account">
          <Icon name="building" />
          <span class="account-name">
            <span class="unseen">{t('switch_workspace')}: </span>
            {here ?? t('workspace')}
          </span>
        </span>
      }
    >
      {(close) => (
        <>
          <p class="menu-title">{t('workspace')}</p>
          {names.map((name) => (
            <MenuItem key={name} href={within(name, '')} isChosen={name === here} onClick={close}>
              {name}
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  );
};
