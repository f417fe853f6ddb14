/** The account menu: language, appearance, memberships, sign-out. */
import { LANGUAGE_NAMES, LANGUAGES, language, setLanguage } from '../../client/i18n.ts';
import { me, role, signOut } from '../../client/session.ts';
import { paint, theme, THEMES } from '../../look/theme.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { attempt } from '../../parts/toast.tsx';
import { roleName } from '../roles.ts';
import { words as t } from './generated/words.ts';
import { isSheetOpen } from './shortcut-sheet.tsx';

const THEME_ICONS = { system: 'monitor', light: 'sun', dark: 'moon' } as const;

export const AccountMenu = () => {
  const email = me.value?.email ?? t('account');
  return (
    <Menu
      kind="block"
      label={
        <span class="account line">
          <Icon name="user" />
          <span class="account-text">
            <span class="one-line">{email}</span>
            {role.value !== null && <span class="account-role muted tiny">{roleName(role.value)}</span>}
          </span>
        </span>
      }
    >
      {(close) => (
        <>
          <p class="menu-title muted tiny">{t('language')}</p>
          {LANGUAGES.map((code) => (
            <MenuItem key={code} isChosen={language.value === code} onClick={() => setLanguage(code)}>
              <span lang={code}>{LANGUAGE_NAMES[code]}</span>
            </MenuItem>
          ))}
          <p class="menu-title muted tiny">{t('appearance')}</p>
          {THEMES.map((name) => (
            <MenuItem key={name} icon={THEME_ICONS[name]} isChosen={theme.value === name} onClick={() => paint(name)}>
              {t(name)}
            </MenuItem>
          ))}
          <hr />
          <MenuItem icon="inbox" href="/invitations" onClick={close}>
            {t('memberships')}
          </MenuItem>
          <MenuItem icon="library" href="/docs/guides/dashboard" onClick={close}>
            {t('guide')}
          </MenuItem>
          <MenuItem
            icon="keyboard"
            onClick={() => {
              close();
              isSheetOpen.value = true;
            }}
          >
            {t('shortcuts')}
          </MenuItem>
          <MenuItem icon="log-out" onClick={() => void attempt(signOut)}>
            {t('sign_out')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
};
