/** A website: its keys, its origins, and its scopes. */
import { api } from '../../client/session.ts';
import { Page, PendingPage } from '../../parts/page.tsx';
import { Notice } from '../../parts/states.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { usePolling } from '../../parts/use-polling.ts';
import type { PageProps } from '../pages.ts';
import { isOver, listOf, StateBadge, type ShownWebsite } from './kinds.tsx';
import { Origins } from './origins.tsx';
import { WebsiteKeys } from './website-keys.tsx';
import { WebsiteMoves } from './website-moves.tsx';
import { WebsiteSettings } from './website-settings.tsx';
import { words as t } from './generated/words.ts';

export default function WebsitePage({ params }: PageProps) {
  const id = params['id'] ?? '';
  const parent = { href: listOf('websites'), label: t('websites_title') };
  const found = useResource(`website ${id}`, (asking) =>
    api('GET /api/installations/{id}', { params: { id }, ...asking }),
  );
  const again = (): unknown => found.again(true);
  const wrote: ShownWebsite['wrote'] = (change, { etag }) =>
    found.set((shown) => ({ ...shown, body: { ...shown.body, ...change }, etag: etag ?? shown.etag }));
  const website = found.data?.body ?? null;
  // A published proof is found within seconds.
  usePolling(website?.origins.some(({ verification_status: status }) => status === 'pending') ?? false, again);
  if (found.failure !== null || website === null)
    return <PendingPage title={t('website')} parent={parent} of={found} lines={8} />;
  const { status, display_name: name, description } = website;
  const isWaiting = status === 'draft' || status === 'pending_verification';
  const etag = found.data?.etag ?? null;
  return (
    <Page
      title={name}
      parent={parent}
      heading={
        <>
          {name} <StateBadge status={status} />
        </>
      }
      lead={description ?? undefined}
      actions={<WebsiteMoves website={website} wrote={wrote} again={again} />}
    >
      {isWaiting && <Notice kind="warning">{t('not_active')}</Notice>}
      {status === 'disabled' && <Notice kind="warning">{t('is_off')}</Notice>}
      {isOver(website) && <Notice>{t('is_over')}</Notice>}
      <WebsiteKeys website={website} wrote={wrote} again={again} />
      <div class={isOver(website) ? undefined : 'columns tiles wide-first'}>
        <Origins website={website} wrote={wrote} again={again} />
        {!isOver(website) && <WebsiteSettings website={website} etag={etag} wrote={wrote} again={again} />}
      </div>
    </Page>
  );
}
