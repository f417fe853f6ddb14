/** The page of the address, loaded on its first visit. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { address } from '../../client/router.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { PAGE_MODULES, type PageModule } from '../page-modules.ts';
import { isOpenTo, pageAt, type PagePath } from '../pages.ts';
import { words as t } from './generated/words.ts';
import { NoPage } from './not-found.tsx';

type Loaded = PageModule | 'failed';

const loaded = signal<ReadonlyMap<PagePath, Loaded>>(new Map());

export const loadPage = async (path: PagePath): Promise<void> => {
  const outcome = await PAGE_MODULES[path]().catch((): Loaded => 'failed');
  loaded.value = new Map(loaded.value).set(path, outcome);
};

/** After an upgrade, an open tab may request files that no longer exist. */
const NotLoaded = () => (
  <Page title={t('page_failed')}>
    <Empty
      icon="wifi-off"
      title={t('page_failed_hint')}
      actions={
        <Button icon="refresh-cw" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      }
    />
  </Page>
);

export const CurrentPage = () => {
  const found = pageAt(address.value.pathname);
  const path = found?.entry.path ?? null;
  const known = path === null ? undefined : loaded.value.get(path);
  useEffect(() => {
    if (path !== null && (known === undefined || known === 'failed')) void loadPage(path);
  }, [path]);
  if (found === null) return <NoPage why="not_found" />;
  if (!isOpenTo(found.entry)) return <NoPage why="not_open" />;
  if (known === undefined)
    return (
      <div class="page">
        <Skeleton lines={6} />
      </div>
    );
  if (known === 'failed') return <NotLoaded />;
  const { default: Shown } = known;
  const { entry, params } = found;
  return <Shown key={JSON.stringify([entry.path, params])} path={entry.path} params={params} />;
};
