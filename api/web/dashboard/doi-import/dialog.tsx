/** Imports publications by DOI, many at once, after showing what each would create or change. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { IMPORT } from '../../../../domain/limits.ts';
import { newCause } from '../../client/cause.ts';
import { failureFrom, isAborted, type Failure } from '../../client/failure.ts';
import { number } from '../../client/format.ts';
import { inWords } from '../../client/refusal.ts';
import { navigate } from '../../client/router.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextArea } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { words as common } from '../../parts/generated/words.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { Badge, Notice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { here } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { doisIn } from './dois-in.ts';
import { words as t } from './generated/words.ts';
import { importDoi, importFailure, lookUp, type Imported, type Preview } from './lookup.ts';
import { PreviewText } from './preview.tsx';

type Found = { readonly preview: Preview } | { readonly failure: Failure } | { readonly imported: Imported };
/** By DOI; none for one that is still to be looked up. */
type Looked = ReadonlyMap<string, Found>;
type Sought = ReturnType<typeof doisIn>['valid'];

/** The server works on a few more of a workspace at once, which are left to others. */
const AT_ONCE = 3;

const forEach = async (dois: Sought, signal: AbortSignal, work: (doi: Sought[number]) => Promise<void>) => {
  const left = [...dois];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined && !signal.aborted; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
};

const BADGES = {
  created: { kind: 'good', label: 'is_new' },
  refreshed: { kind: 'accent', label: 'would_change' },
  unchanged: { kind: 'plain', label: 'is_known' },
} as const;

const Mark = ({ found }: { readonly found: Found | undefined }) => {
  if (found === undefined) return <span class="spinner" role="img" aria-label={common('loading')} />;
  if ('failure' in found)
    return (
      <Badge kind="danger" icon="circle-alert">
        {t('not_possible')}
      </Badge>
    );
  if ('imported' in found)
    return (
      <Badge kind="good" icon="check">
        {t('is_imported')}
      </Badge>
    );
  const { kind, label } = BADGES[found.preview.outcome];
  return <Badge kind={kind}>{t(label)}</Badge>;
};

const Result = ({ doi, found }: { readonly doi: string; readonly found: Found | undefined }) => (
  <li>
    <div class="row-text">
      {found !== undefined && 'preview' in found ? (
        <PreviewText preview={found.preview} />
      ) : (
        <>
          <p class="mono breakable">{doi}</p>
          {found !== undefined && 'failure' in found && <p class="small">{importFailure(found.failure)}</p>}
        </>
      )}
    </div>
    <Mark found={found} />
  </li>
);

const useImports = () => {
  const [looked, setLooked] = useState<Looked>(new Map());
  const [isBusy, setBusy] = useState(false);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const note = (doi: string, found: Found): void => setLooked((before) => new Map(before).set(doi, found));
  const each = async (dois: Sought, work: (doi: Sought[number], signal: AbortSignal) => Promise<Found>) => {
    running.current = new AbortController();
    const { signal } = running.current;
    setBusy(true);
    await forEach(dois, signal, async (one) => {
      try {
        note(one.doi, await work(one, signal));
      } catch (error) {
        if (!isAborted(error)) note(one.doi, { failure: inWords(failureFrom(error)) });
      }
    });
    if (!signal.aborted) setBusy(false);
    return !signal.aborted;
  };
  return { looked, isBusy, each, clear: (): void => setLooked(new Map()) };
};

type Props = { readonly close: () => void; readonly onDone: () => unknown };

const Content = ({ close, onDone }: Props) => {
  const [text, setText] = useState('');
  const [sought, seek] = useState<Sought | null>(null);
  const { looked, isBusy, each, clear } = useImports();
  const { valid, malformed } = doisIn(text);
  const tooMany = valid.length > IMPORT.dois;
  const ready = (sought ?? []).filter(({ doi }) => {
    const found = looked.get(doi);
    return found !== undefined && 'preview' in found && found.preview.outcome !== 'unchanged';
  });

  const look = (): void => {
    if (isBusy || valid.length === 0 || tooMany) return;
    clear();
    seek(valid);
    void each(valid, async ({ text: given }, signal) => ({ preview: await lookUp(given, signal) }));
  };
  const carryOut = async (): Promise<void> => {
    if (isBusy) return;
    const cause = newCause();
    const imported: Imported[] = [];
    const isComplete = await each(ready, async ({ text: given }) => {
      const body = await importDoi(given, cause);
      imported.push(body);
      return { imported: body };
    });
    const [first] = imported;
    if (first !== undefined) {
      const title = 'title' in first && first.title !== null ? plainText(first.title) : first.doi;
      const words = imported.length === 1 ? t('imported_one', { title }) : t('imported', { count: imported.length });
      sayDone(words, cause);
    }
    void onDone();
    if (!isComplete || imported.length < ready.length) return;
    close();
    if (first !== undefined && imported.length === 1) navigate(here(publicationPath(first.doi)));
  };

  if (sought === null)
    return (
      <form class="form stack airy" onSubmit={submitting(look)}>
        <TextArea
          label={t('dois')}
          hint={t('dois_hint')}
          rows={6}
          value={text}
          onValue={setText}
          error={tooMany ? t('too_many', { most: number(IMPORT.dois), count: valid.length }) : undefined}
          autofocus
        />
        {text.trim() !== '' && (
          <div class="stack" role="status">
            <p class="small">{valid.length === 0 ? t('no_doi') : t('found', { count: valid.length })}</p>
            {malformed.length > 0 && (
              <ul class="rows dense review">
                {malformed.map((one) => (
                  <li key={one}>
                    <span class="mono breakable">{one}</span>
                    <Badge kind="danger" icon="circle-alert">
                      {t('malformed')}
                    </Badge>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        <div class="actions">
          <Button onClick={close}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" disabled={valid.length === 0 || tooMany}>
            {t('look_up')}
          </Button>
        </div>
      </form>
    );

  const done = sought.filter(({ doi }) => looked.has(doi)).length;
  const imported = [...looked.values()].filter((found) => 'imported' in found).length;
  const progress = (): string => {
    if (done < sought.length) return t('looking', { done: number(done), count: sought.length });
    return isBusy || imported > 0
      ? t('importing', { done: number(imported), count: imported + ready.length })
      : t('looked', { count: sought.length });
  };
  return (
    <div class="form stack airy">
      <p class="small" role="status">
        {progress()}
      </p>
      <ul class="rows doi-results" tabIndex={0} aria-label={t('results')}>
        {sought.map(({ doi }) => (
          <Result key={doi} doi={doi} found={looked.get(doi)} />
        ))}
      </ul>
      {done === sought.length && !isBusy && ready.length === 0 && <Notice>{t('nothing_to_import')}</Notice>}
      <div class="actions">
        <Button onClick={() => seek(null)} disabled={isBusy}>
          {t('back')}
        </Button>
        {ready.length === 0 && !isBusy ? (
          <Button kind="primary" onClick={close}>
            {common('close')}
          </Button>
        ) : (
          <Button kind="primary" isBusy={isBusy} onClick={() => void carryOut()}>
            {t('import', { count: ready.length })}
          </Button>
        )}
      </div>
    </div>
  );
};

export const ImportDois = ({ isOpen, close, onDone }: Props & { readonly isOpen: boolean }) => (
  <Dialog title={t('title')} isOpen={isOpen} onClose={close} size="large">
    <Content close={close} onDone={onDone} />
  </Dialog>
);
