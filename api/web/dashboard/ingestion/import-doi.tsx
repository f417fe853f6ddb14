/** Imports one publication by DOI, after showing what that would create or change. */
import { useState } from 'preact/hooks';
import type { AnswerTo } from '../../client/api.ts';
import type { Failure } from '../../client/failure.ts';
import { api } from '../../client/session.ts';
import { navigate } from '../../client/router.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { Markup } from '../../parts/markup.tsx';
import { plainText } from '../../parts/markup-parser.ts';
import { Section } from '../../parts/page.tsx';
import { failureText, Alert, Notice } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { ChangeList } from '../events/changes.tsx';
import { doiTyped } from '../doi-typed.ts';
import { here } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { words as t } from './generated/words.ts';

type Answer = AnswerTo<'POST /api/import/doi'>;
type Preview = Extract<Answer, { readonly dry_run: true }>;

const NOTICES = { created: 'new_doi', refreshed: 'would_refresh_doi', unchanged: 'already_there' } as const;

const PreviewNotice = ({ preview }: { readonly preview: Preview }) => {
  const { outcome, changes, changes_omitted: omitted = 0, is_deleted: isDeleted, title } = preview;
  return (
    <div role="status">
      <Notice kind={isDeleted ? 'warning' : 'info'}>
        <p class="row-name" dir="auto">
          <Markup html={title} fallback={t('untitled')} />
        </p>
        {!(isDeleted && outcome === 'unchanged') && <p class="small">{t(NOTICES[outcome])}</p>}
        {isDeleted && <p class="small">{t('deleted_doi')}</p>}
        {outcome === 'refreshed' && changes.length === 0 && <p class="small">{t('nothing_shown')}</p>}
      </Notice>
      {changes.length > 0 && (
        <details open={outcome === 'refreshed'}>
          <summary>{t('fields_count', { count: changes.length + omitted })}</summary>
          <ChangeList changes={changes} />
        </details>
      )}
    </div>
  );
};

const sayImported = (body: Exclude<Answer, Preview>): void => {
  const title = 'title' in body && body.title !== null ? plainText(body.title) : body.doi;
  showToast({
    text: t(`${body.outcome}_doi`, { title }),
    action: { label: t('show'), run: () => navigate(here(publicationPath(body.doi))) },
  });
};

const importFailure = (failure: Failure): string => {
  if (failure.code === 'not_a_publication') return t('doi_of_something_else');
  if (failure.code !== 'doi_unknown') return failureText(failure);
  const { known_as: doi, removed } = failure.details;
  if (typeof doi === 'string') return t('doi_known_as', { doi });
  return Array.isArray(removed) && removed.length > 0
    ? t('doi_unknown_without', { removed: removed.join(' ') })
    : t('doi_unknown');
};

export const ImportDoi = () => {
  const [text, setText] = useState('');
  const { isBusy, failure, run } = useAction(text);
  const [looked, setLooked] = useState<Preview | null>(null);
  const typed = (value: string): void => {
    setText(value);
    setLooked(null);
  };
  const ask = (): Promise<boolean> =>
    run(async () => {
      doiTyped(text);
      // As typed, since the answer says which characters were not read.
      const { body } = await api('POST /api/import/doi', {
        query: { dry_run: looked === null },
        body: { doi: text },
      });
      if ('dry_run' in body) setLooked(body);
      else {
        sayImported(body);
        typed('');
      }
    });
  const refused = failure?.byField.get('doi');
  return (
    <Section title={t('import_title')}>
      <form
        class="card-body form stack airy"
        onSubmit={submitting(() => {
          if (!isBusy) void ask();
        })}
      >
        <TextField label={t('doi')} hint={t('doi_hint')} error={refused} type="code" value={text} onValue={typed} />
        {looked !== null && <PreviewNotice preview={looked} />}
        <Alert of={refused === undefined && failure !== null ? importFailure(failure) : null} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={text.trim() === ''}>
            {t(looked === null ? 'look_up' : 'import')}
          </Button>
        </div>
      </form>
    </Section>
  );
};
