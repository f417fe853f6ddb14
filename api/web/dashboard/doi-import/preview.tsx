/** What the import of a DOI would create or change. */
import { Markup } from '../../parts/markup.tsx';
import { ChangeList } from '../events/changes.tsx';
import { words as t } from './generated/words.ts';
import type { Preview } from './lookup.ts';

const NOTICES = { created: 'new_doi', refreshed: 'would_refresh_doi', unchanged: 'already_there' } as const;

export const PreviewText = ({ preview }: { readonly preview: Preview }) => {
  const { outcome, changes, changes_omitted: omitted = 0, is_deleted: isDeleted, title, doi } = preview;
  return (
    <div class="stack tight">
      <p class="row-name" dir="auto">
        <Markup html={title} fallback={t('untitled')} />
      </p>
      <p class="mono muted small breakable">{doi}</p>
      {!(isDeleted && outcome === 'unchanged') && <p class="small">{t(NOTICES[outcome])}</p>}
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
