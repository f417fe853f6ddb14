/** The line below the heading, and the notices on the state of the publication. */
import type { Publication } from '../../client/generated/operations.ts';
import { partialDate } from '../../client/format.ts';
import { Badge, Notice } from '../../parts/states.tsx';
import { typeName } from '../csl-types.ts';
import { words as t } from './generated/words.ts';

export const Marks = ({ publication }: { readonly publication: Publication }) => {
  const { id, publication_type: type, publication_date: date, visible, doi_url: url } = publication;
  const { deleted_at: deletedAt, open_access_status: access } = publication;
  return (
    <span class="marks-line actions">
      {type !== null && <span>{typeName(type)}</span>}
      {date !== null && <span>{partialDate(date)}</span>}
      <a class="mono breakable" href={url} rel="noreferrer">
        {id}
      </a>
      {!visible && (
        <Badge kind="warning" icon="eye-off">
          {t('hidden')}
        </Badge>
      )}
      {deletedAt !== null && (
        <Badge kind="danger" icon="trash">
          {t('deleted')}
        </Badge>
      )}
      {access !== null && access !== 'closed' && <Badge kind="good">{t('open_access')}</Badge>}
    </span>
  );
};

export const Notices = ({ publication }: { readonly publication: Publication }) => {
  const {
    is_retracted: isRetracted,
    retraction_notices: notices,
    deleted_at: deletedAt,
    drift,
    withheld,
  } = publication;
  return (
    <>
      {deletedAt !== null && <Notice kind="warning">{t('deleted_hint')}</Notice>}
      {withheld === true && <Notice kind="danger">{t('withheld')}</Notice>}
      {isRetracted && (
        <Notice kind="danger">
          {t('retracted')}{' '}
          {notices.map(({ by }) => (
            <a key={by} class="mono" href={`https://doi.org/${by}`} rel="noreferrer">
              {by}
            </a>
          ))}
        </Notice>
      )}
      {drift.length > 0 && <Notice kind="warning">{t('drift_count', { count: drift.length })}</Notice>}
    </>
  );
};
