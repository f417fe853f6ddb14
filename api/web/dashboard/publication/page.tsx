/** The page of a publication: its record, people, citation and history. */
import { useMemo, useState } from 'preact/hooks';
import { failureFrom, type Failure } from '../../client/failure.ts';
import { language } from '../../client/i18n.ts';
import { api, me, workspace } from '../../client/session.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { Markup } from '../../parts/markup.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { complain, say } from '../../parts/toast.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { actorName } from '../events/actor.tsx';
import { within, type PageProps } from '../pages.ts';
import { Actions } from './actions.tsx';
import { Citation } from './citation.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { conflictOf, resolved, type Conflict } from './conflict.ts';
import { openEditing, type Editing } from './editing.ts';
import { Marks, Notices } from './header.tsx';
import { History } from './history.tsx';
import { keeping, operationsFor, recordAfter, takingBack, type Operations } from './operations.ts';
import { People } from './people.tsx';
import { readPublication, type PublicationData } from './read.ts';
import { RecordCard } from './record.tsx';
import { valueIn, type Value } from './value.ts';
import { Overtaken, patch } from './writes.ts';
import { words as t } from './words.ts';

type Met = { readonly conflict: Conflict; readonly now: PublicationData };

const useSaving = (
  doi: string,
  data: PublicationData | null,
  again: () => Promise<void>,
  foresee: (record: PublicationData['publication']['merged']) => void,
) => {
  const user = me.value?.user_id ?? '';
  const editing = useMemo(() => openEditing(user, `publication:${workspace.peek() ?? ''}:${doi}`), [user, doi]);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [met, setMet] = useState<Met | null>(null);

  const meet = (seen: PublicationData, now: PublicationData): void =>
    setMet({ now, conflict: conflictOf(editing.outcome().edits, seen.publication.merged, now.publication.merged) });

  const send = async (on: PublicationData, changes: Readonly<Record<string, Value>>): Promise<void> => {
    const operations = operationsFor(on.publication.merged, changes);
    if (operations.length > 0) await patch(doi, operations, on.etag);
    foresee(recordAfter(on.publication.merged, changes));
    editing.closeAll();
    setMet(null);
    say({ text: t('saved') });
    await again();
  };

  const working = async (seen: PublicationData, work: () => Promise<void>): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof Overtaken) meet(seen, error.now);
      else setFailure(failureFrom(error));
    } finally {
      setSaving(false);
    }
  };

  const save = (): void => {
    if (data === null) return;
    const { edits, problems } = editing.outcome();
    if (Object.keys(problems).length > 0 || Object.keys(edits).length === 0) return;
    // A background reload may have changed what is being edited.
    const { overlapping } = conflictOf(edits, data.publication.merged, data.publication.merged);
    if (overlapping.length > 0) meet(data, data);
    else
      void working(data, () =>
        send(data, Object.fromEntries(Object.entries(edits).map(([field, { mine }]) => [field, mine]))),
      );
  };

  /** A one-click write based on what is shown; if that has changed, shows the present state instead. */
  const press = async (
    operationsOf: (on: PublicationData['publication']) => Operations,
    text: string,
  ): Promise<void> => {
    if (data === null || isSaving) return;
    setSaving(true);
    try {
      await patch(doi, operationsOf(data.publication), data.etag);
      say({ text });
    } catch (error) {
      if (error instanceof Overtaken) say({ kind: 'failed', text: t('look_again') });
      else complain(error);
    } finally {
      setSaving(false);
      await again();
    }
  };

  return {
    editing,
    isSaving,
    failure,
    save,
    met,
    takeBack: (field: string) => void press((on) => takingBack(on, field), t('taken_back')),
    keep: (field: string) => void press((on) => keeping(on, field), t('kept')),
    forget: () => {
      setMet(null);
      void again();
    },
    resolve: (takeTheirs: ReadonlySet<string>) => {
      if (met !== null) void working(met.now, () => send(met.now, resolved(met.conflict, takeTheirs)));
    },
  };
};

/** Fills earlier values into the form; nothing is saved yet. */
const refill = (
  editing: Editing,
  { merged }: PublicationData['publication'],
  values: Readonly<Record<string, Value>>,
): void => {
  for (const [field, value] of Object.entries(values)) editing.fill(field, valueIn(merged, field), value);
  say({ text: t('restored_into_form') });
  requestAnimationFrame(() => document.querySelector('.record-row.open')?.scrollIntoView({ block: 'center' }));
};

const PublicationPage = ({ params }: PageProps) => {
  const doi = params['doi'] ?? '';
  const found = useResource(`publication ${doi} ${language.value}`, (signal, inBackground) =>
    readPublication(api, { doi, locale: language.value, signal, inBackground }),
  );
  const { data, again, set } = found;
  const reread = (): Promise<void> => again(true);
  const foresee = (change: Partial<PublicationData['publication']>): void =>
    set((shown) => ({ ...shown, publication: { ...shown.publication, ...change } }));
  const saving = useSaving(doi, data, reread, (merged) => foresee({ merged }));
  const parent = { href: within(workspace.value ?? '', '/publications'), label: t('publications') };
  if (data === null) return <PendingPage title={doi} parent={parent} of={found} lines={12} />;
  const { publication } = data;
  const { title } = publication;
  const latest = saving.met?.now.history[0];
  return (
    <Page
      title={title === null ? doi : plainText(title)}
      heading={
        <span dir="auto">
          <Markup html={title} fallback={doi} />
        </span>
      }
      parent={parent}
      lead={<Marks publication={publication} />}
      actions={<Actions data={data} foresee={foresee} again={reread} />}
    >
      <Notices publication={publication} />
      <div class="with-aside">
        <RecordCard data={data} {...saving} />
        <div>
          <People data={data} again={reread} />
          <Citation publication={publication} />
        </div>
      </div>
      <History data={data} restore={(values) => refill(saving.editing, publication, values)} />
      {saving.met !== null && (
        <ConflictDialog
          conflict={saving.met.conflict}
          who={latest === undefined ? null : actorName(latest.actor)}
          isSaving={saving.isSaving}
          onClose={saving.forget}
          onResolved={saving.resolve}
        />
      )}
    </Page>
  );
};

export default PublicationPage;
