/** Shown at unknown addresses, and at those of pages and workspaces that are not open to the reader. */
import { workspace } from '../../client/session.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { words as t } from './generated/words.ts';

export const NoPage = ({ why }: { readonly why: 'not_found' | 'not_open' | 'not_in_workspace' }) => (
  <Page title={t(why, { workspace: workspace.value ?? '' })}>
    <Empty
      icon={why === 'not_found' ? 'search' : 'shield'}
      title={t(`${why}_hint`)}
      actions={<ButtonLink href="/">{t('to_home')}</ButtonLink>}
    />
  </Page>
);
