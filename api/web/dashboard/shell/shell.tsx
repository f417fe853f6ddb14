/** The frame of every page: the navigation, in a drawer on phones, and the account menu. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { watchChanges } from '../../client/live.ts';
import { language } from '../../client/i18n.ts';
import { address, navigate } from '../../client/router.ts';
import { homeOf, me, role, workspace } from '../../client/session.ts';
import { IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { listenForShortcuts, useShortcuts, type Shortcut } from '../../parts/shortcuts.ts';
import { AREAS, here, navigation, pageAt, within } from '../pages.ts';
import { AccountMenu } from './account-menu.tsx';
import { Palette } from './palette.tsx';
import { isSheetOpen, ShortcutSheet } from './shortcut-sheet.tsx';
import { words as t } from './generated/words.ts';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

const ownShortcuts = (): readonly Shortcut[] => {
  const pages = navigation().flatMap(({ path, key, label }): Shortcut[] =>
    workspace.value === null || key === undefined
      ? []
      : [{ keys: `g ${key}`, label: t('go_to', { page: t(label) }), run: () => navigate(here(path)) }],
  );
  const search = (): void => document.querySelector<HTMLElement>('main input[type=search]')?.focus();
  return [
    ...pages,
    { keys: '/', label: t('to_search'), run: search },
    { keys: '?', label: t('shortcuts'), run: () => (isSheetOpen.value = true) },
  ];
};

const isDrawerOpen = signal(false);

const NavLinks = ({ name, area }: { readonly name: string; readonly area?: (typeof AREAS)[number] }) => {
  const shown = pageAt(address.value.pathname)?.entry;
  // The page of a publication belongs to the list of publications.
  const isCurrent = (path: string): boolean => {
    const here = shown?.path ?? '';
    return here === path || (path !== '' && here.startsWith(`${path}/`));
  };
  const links = navigation().filter((link) => link.area === area);
  if (links.length === 0) return null;
  return (
    <>
      {area !== undefined && <p class="menu-title muted tiny">{t(area)}</p>}
      <ul class="nav-links">
        {links.map(({ path, icon, label }) => (
          <li key={path}>
            <a class="line muted" href={within(name, path)} aria-current={isCurrent(path) ? 'page' : undefined}>
              <Icon name={icon} />
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
};

const Sidebar = () => {
  const name = workspace.value;
  return (
    <>
      <WorkspaceSwitcher />
      <nav aria-label={t('navigation')}>
        {name !== null && [undefined, ...AREAS].map((area) => <NavLinks key={area} name={name} area={area} />)}
      </nav>
      <div class="sidebar-end">
        <AccountMenu />
      </div>
    </>
  );
};

export const Brand = ({ href }: { readonly href: string }) => (
  <a class="brand line" href={href}>
    <span class="brand-mark">
      <Icon name="book-open" size={15} />
    </span>
    Colophon
  </a>
);

export const Shell = ({ children }: { readonly children: ComponentChildren }) => {
  const path = address.value.pathname;
  useEffect(() => {
    isDrawerOpen.value = false;
  }, [path]);
  useEffect(watchChanges, []);
  useEffect(listenForShortcuts, []);
  useShortcuts(ownShortcuts(), [workspace.value, language.value, role.value]);
  const home = me.value === null ? '/' : homeOf(me.value);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <header class="topbar">
        <IconButton icon="menu" label={t('open_navigation')} onClick={() => (isDrawerOpen.value = true)} />
        <Brand href={home} />
      </header>
      <aside class="sidebar">
        <Brand href={home} />
        <Sidebar />
      </aside>
      <Dialog title="Colophon" size="drawer" isOpen={isDrawerOpen.value} onClose={() => (isDrawerOpen.value = false)}>
        <div class="sidebar-inside">
          <Sidebar />
        </div>
      </Dialog>
      <Palette />
      <ShortcutSheet />
      <main id="content" class="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
