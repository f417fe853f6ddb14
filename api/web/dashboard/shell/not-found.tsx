/** Shown at unknown addresses, and at those of pages and workspaces that are not open to the reader. */
import { workspace } from '../../client/session.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { words as t } from './generated/words.ts';

const toHome = () => <ButtonLink href="/">{t('to_home')}</ButtonLink>;

export const NotFound = () => (
  <Page title={t('not_found')}>
    <Empty icon="search" title={t('not_found_hint')} actions={toHome()} />
  </Page>
);

export const NotOpen = () => (
  <Page title={t('not_open')}>
    <Empty icon="shield" title={t('not_open_hint')} actions={toHome()} />
  </Page>
);

export const NotInWorkspace = () => (
  <Page title={t('not_in_workspace', { workspace: workspace.value ?? '' })}>
    <Empty icon="shield" title={t('not_in_workspace_hint')} actions={toHome()} />
  </Page>
);
