/** Imports one publication by DOI, and shows before whether the catalogue has it. */
import { useState } from 'preact/hooks';
import { parseDoi } from '../../../../domain/doi.ts';
import { api, workspace } from '../../client/session.ts';
import { failureFrom, type Failure } from '../../client/failure.ts';
import { navigate } from '../../client/router.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { Markup } from '../../parts/markup.tsx';
import { plainText } from '../../parts/markup-parser.ts';
import { Section } from '../../parts/page.tsx';
import { explained, Notice } from '../../parts/states.tsx';
import { say } from '../../parts/toast.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { linkTo } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { words as t } from './words.ts';

const doiIn = (text: string): string | null => {
  try {
    return parseDoi(text.trim());
  } catch {
    return null;
  }
};

type Known = { readonly title: string | null; readonly isDeleted: boolean };

/** The publication with this DOI: null if there is none, undefined while loading. */
const useKnown = (doi: string | null): Known | null | undefined => {
  const { data, isStale } = useResource(doi === null ? null : `doi ${doi}`, async (signal, inBackground) => {
    const { body } = await api('GET /api/publications', {
      query: { q: doi ?? '', status: 'all', per_page: 20 },
      signal,
      inBackground,
    });
    const found = body.publications.find(({ id }) => id === doi);
    return { doi, known: found === undefined ? null : { title: found.title, isDeleted: found.deleted_at !== null } };
  });
  return data === null || isStale || data.doi !== doi ? undefined : data.known;
};

const Preview = ({ known }: { readonly known: Known | null }) => (
  <Notice kind={known?.isDeleted === true ? 'warning' : 'info'}>
    {known === null ? (
      t('new_doi')
    ) : (
      <>
        <p class="row-name" dir="auto">
          <Markup html={known.title} fallback={t('untitled')} />
        </p>
        <p class="small">{known.isDeleted ? t('deleted_doi') : t('already_there')}</p>
      </>
    )}
  </Notice>
);

export const ImportDoi = () => {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isTried, setTried] = useState(false);
  const doi = doiIn(text);
  const known = useKnown(doi);
  const run = async (asked: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { body } = await api('POST /api/import/doi', { body: { doi: asked } });
      const href = linkTo(workspace.value ?? '', publicationPath(body.doi));
      say({
        text: t(`${body.outcome}_doi`, {
          title: 'title' in body && body.title !== null ? plainText(body.title) : body.doi,
        }),
        ...(href !== null && { action: { label: t('show'), run: () => navigate(href) } }),
      });
      setText('');
    } catch (error) {
      setFailure(failureFrom(error));
    } finally {
      setBusy(false);
      setTried(false);
    }
  };
  return (
    <Section title={t('import_title')}>
      <form
        class="card-body form"
        onSubmit={submitting(() => {
          setTried(true);
          if (doi !== null && !isBusy) void run(doi);
        })}
      >
        <TextField
          label={t('doi')}
          hint={t('doi_hint')}
          error={isTried && doi === null ? t('doi_malformed') : undefined}
          value={text}
          spellcheck={false}
          autocomplete="off"
          onValue={(value) => {
            setText(value);
            setFailure(null);
          }}
        />
        {known !== undefined && doi !== null && <Preview known={known} />}
        {failure !== null && (
          <div role="alert">
            <Notice kind="danger">{failure.kind === 'not_found' ? failure.message : explained(failure)}</Notice>
          </div>
        )}
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={text.trim() === ''}>
            {t('import')}
          </Button>
        </div>
      </form>
    </Section>
  );
};
