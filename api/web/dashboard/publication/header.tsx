/** The line below the heading, and the notices on the state of the publication. */
import { useState } from 'preact/hooks';
import type { Publication } from '../../client/generated/operations.ts';
import { doiUrl } from '../../../../domain/doi.ts';
import { partialDate } from '../../client/format.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { useKeptFocus } from '../../parts/kept-focus.ts';
import { attempt } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { foreseen, type PublicationProps } from './read.ts';
import { Badge, Notice } from '../../parts/states.tsx';
import { typeName } from '../csl-types.ts';
import { words as t } from './generated/words.ts';
import { identifiersInWords } from './identifiers.ts';

const WithoutDoi = ({ publication: { id, identifiers } }: { readonly publication: Publication }) => (
  <>
    <Badge>{t('no_doi')}</Badge>
    {identifiersInWords([id, ...identifiers]).map((each) => (
      <span key={each} class="breakable">
        {each}
      </span>
    ))}
  </>
);

export const Marks = ({ publication }: { readonly publication: Publication }) => {
  const { id, publication_type: type, publication_date: date, doi_url: url, open_access_status: access } = publication;
  return (
    <span class="marks-line actions">
      {type !== null && <span>{typeName(type)}</span>}
      {date !== null && <span>{partialDate(date)}</span>}
      {url === null ? (
        <WithoutDoi publication={publication} />
      ) : (
        <a class="mono breakable" href={url} rel="noreferrer">
          {id}
        </a>
      )}
      {!publication.visible && (
        <Badge kind="warning" icon="eye-off">
          {t('hidden')}
        </Badge>
      )}
      {publication.deleted_at !== null && (
        <Badge kind="danger" icon="trash">
          {t('deleted')}
        </Badge>
      )}
      {access !== null && access !== 'closed' && <Badge kind="good">{t('open_access')}</Badge>}
    </span>
  );
};

/** Retracted, and what staff have decided about it. */
const Retraction = ({ data, foresee, again }: PublicationProps) => {
  const { id, visible, deleted_at: deletedAt, retraction_kept: isKept, retraction_notices: notices } = data.publication;
  const isShown = visible && deletedAt === null;
  const [isBusy, setBusy] = useState(false);
  const box = useKeptFocus<HTMLDivElement>({ nearby: (all) => all.querySelector('a') });
  const keep = async (): Promise<void> => {
    setBusy(true);
    await attempt(
      async () => {
        const body = { action: 'keep_visible', ids: [id] } as const;
        const { cause } = await foresee(
          (shown, sent) => foreseen(shown, { retraction_kept: true }, sent),
          () => api('POST /api/publications/batches', { body }),
        );
        sayDone(t('kept_visible'), cause);
      },
      { then: again },
    );
    setBusy(false);
  };
  return (
    <Notice kind="danger">
      <div ref={box} class="stack tight">
        <p>
          {t('retracted')} {isShown && isKept && t('is_kept_visible')}
        </p>
        <ul>
          {notices.map(({ by }) => (
            <li key={by}>
              <a class="mono breakable" href={by.startsWith('https://') ? by : doiUrl(by)} rel="noreferrer">
                {by}
              </a>
            </li>
          ))}
        </ul>
        {isShown && !isKept && (
          <div class="actions">
            <Button isSmall icon="eye" isBusy={isBusy} onClick={() => void keep()}>
              {t('keep_visible')}
            </Button>
          </div>
        )}
      </div>
    </Notice>
  );
};

export const Notices = ({ data, foresee, again }: PublicationProps) => {
  const { publication } = data;
  return (
    <>
      {publication.deleted_at !== null && <Notice kind="warning">{t('deleted_hint')}</Notice>}
      {publication.withheld === true && <Notice kind="danger">{t('withheld')}</Notice>}
      {publication.is_retracted && <Retraction {...{ data, foresee, again }} />}
      {publication.drift.length > 0 && (
        <Notice kind="warning">{t('drift_count', { count: publication.drift.length })}</Notice>
      )}
    </>
  );
};
