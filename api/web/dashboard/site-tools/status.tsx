/** How the service stands: its release, its stores, the disk, how far listings are behind, and the last backup. */
import type { AnswerTo } from '../../client/api.ts';
import { bytes } from '../../client/format.ts';
import { Fact } from '../../parts/fact.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { words as t } from './generated/words.ts';

type Status = AnswerTo<'GET /api/site-tools/status'>;

const SECOND_MS = 1_000;

const listings = ({ projections }: Status): string => {
  if (projections.some(({ phase }) => phase !== 'live')) return t('listings_filling');
  if (projections.some(({ paused }) => paused)) return t('listings_paused');
  const lag = Math.max(...projections.map(({ lag_ms: ms }) => ms));
  return lag === 0 ? t('listings_current') : t('listings_behind', { count: Math.ceil(lag / SECOND_MS) });
};

const Backup = ({ status: { last_backup: last, stores } }: { readonly status: Status }) => {
  if (last === null) return t(stores.events === 'embedded' ? 'backup_none' : 'backup_servers');
  return (
    <>
      <Ago ms={last.at} /> · {bytes(last.bytes)}
    </>
  );
};

export const Status = () => {
  const found = useAnswer('GET /api/site-tools/status', {});
  return (
    <Section title={t('status')}>
      <Loaded of={found}>
        {(status) => {
          const { version, stores, disk } = status;
          const { events: log, read_models: rows, state } = stores;
          return (
            <dl class="card-body stack loose">
              <Fact label={t('version')}>{version}</Fact>
              <Fact label={t('stores')}>
                {t('stores_are', { log: t(`store_${log}`), rows: t(`store_${rows}`), state: t(`store_${state}`) })}
              </Fact>
              {disk !== null && (
                <Fact label={t('disk')}>
                  {t('disk_is', { used: bytes(disk.used_bytes), free: bytes(disk.free_bytes) })}
                </Fact>
              )}
              <Fact label={t('listings')}>{listings(status)}</Fact>
              <Fact label={t('last_backup')}>
                <Backup status={status} />
              </Fact>
            </dl>
          );
        }}
      </Loaded>
    </Section>
  );
};
