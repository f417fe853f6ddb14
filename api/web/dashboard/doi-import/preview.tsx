/** What the import of a DOI would create or change. */
import { Markup } from '../../parts/markup.tsx';
import { ChangeList } from '../events/changes.tsx';
import { words as t } from './generated/words.ts';
import type { Preview } from './lookup.ts';

type Props = { readonly preview: Preview };

/** Which publication it is. */
export const PreviewTitle = ({ preview: { title, doi } }: Props) => (
  <>
    <p class="row-name" dir="auto">
      <Markup html={title} fallback={t('untitled')} />
    </p>
    <p class="mono muted small breakable">{doi}</p>
  </>
);

export const PreviewText = ({ preview }: Props) => {
  const { outcome, changes, changes_omitted: omitted = 0, is_deleted: isDeleted } = preview;
  return (
    <div class="stack tight">
      <PreviewTitle preview={preview} />
      {outcome === 'refreshed' && changes.length > 0 && <p class="small">{t('would_refresh_doi')}</p>}
      {isDeleted && <p class="small">{t('deleted_doi')}</p>}
      {outcome === 'refreshed' && changes.length === 0 && <p class="small">{t('nothing_shown')}</p>}
      {changes.length > 0 && (
        <details>
          <summary>{t('fields_count', { count: changes.length + omitted })}</summary>
          <ChangeList changes={changes} />
        </details>
      )}
    </div>
  );
};
