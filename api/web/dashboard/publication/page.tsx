/** The page of a publication: its record, people, citation and history. */
import { useEffect } from 'preact/hooks';
import { language } from '../../client/i18n.ts';
import { navigate } from '../../client/router.ts';
import { ConflictDialog } from '../../parts/editing/conflict-dialog.tsx';
import { useSaving, type Sent } from '../../parts/editing/saving.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { Title } from '../../parts/markup.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { showToast } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useResource } from '../../parts/use-resource.ts';
import { overtaker } from '../events/actor.tsx';
import { ExportMenu } from '../exports/menu.tsx';
import { here, type PageProps } from '../pages.ts';
import { Actions } from './actions.tsx';
import { publicationPath } from './address.ts';
import { Citation } from './citation.tsx';
import { fieldset, type PublicationSaving } from './fieldset.tsx';
import { words as t } from './generated/words.ts';
import { Marks, Notices } from './header.tsx';
import { History } from './history.tsx';
import { afterTakingBack, keeping, operationsFor, recordAfter, takingBack, type Operations } from './operations.ts';
import { People } from './people.tsx';
import { foreseen, readPublication, type PublicationData } from './read.ts';
import { RecordCard } from './record.tsx';
import { RelatedWorks } from './related.tsx';
import { MaySame } from './same.tsx';
import { patch } from './writes.ts';

const usePublication = (id: string) => {
  const found = useResource(`publication ${id} ${language.value}`, (asking) => readPublication(id, asking));
  const again = (): Promise<void> => found.again(true);
  const saving = useSaving({
    kind: 'publication',
    id,
    fieldset,
    seen: found.data,
    recordOf: ({ publication }: PublicationData) => publication.merged,
    send: async ({ publication, etag }, changes, cause) => {
      const operations = operationsFor(publication.merged, changes);
      return operations.length === 0 ? null : patch(id, operations, etag, cause);
    },
    foresee: (changes, sent) =>
      found.set((shown) => foreseen(shown, { merged: recordAfter(shown.publication.merged, changes) }, sent)),
    again,
  });
  type Publication = PublicationData['publication'];
  const press = (
    operationsOf: (on: Publication) => Operations,
    after: (on: Publication) => Partial<Publication>,
    say: (sent: Sent) => void,
  ): void =>
    void saving.press(
      ({ publication, etag }) =>
        found.foresee(
          (shown, sent) => foreseen(shown, after(shown.publication), sent),
          () => patch(id, operationsOf(publication), etag),
        ),
      say,
    );
  const ofPage: PublicationSaving = {
    ...saving,
    takeBack: (field) =>
      press(
        () => takingBack(field),
        (on) => afterTakingBack(on, field),
        ({ cause }) => sayDone(t('taken_back'), cause),
      ),
    keep: (field) =>
      press(
        (on) => keeping(on, field),
        ({ drift }) => ({ drift: drift.filter((each) => each.field !== field) }),
        // It changes no value, so there is nothing to undo.
        () => showToast({ text: t('kept') }),
      ),
  };
  return { found, again, saving: ofPage };
};

export default function PublicationPage({ params }: PageProps) {
  const id = params['id'] ?? '';
  const { found, again, saving } = usePublication(id);
  const { data, failure } = found;
  const primary = failure?.details['known_as'];
  useEffect(() => {
    if (typeof primary === 'string') navigate(here(publicationPath(primary)), { replace: true });
  }, [primary]);
  const parent = { href: here('/publications'), label: t('publications') };
  if (data === null) return <PendingPage title={id} parent={parent} of={found} lines={12} />;
  const { publication } = data;
  const { title } = publication;
  return (
    <Page
      title={title === null ? id : plainText(title)}
      heading={<Title html={title} fallback={id} />}
      parent={parent}
      lead={<Marks publication={publication} />}
      actions={
        <>
          <ExportMenu exported={() => ({ ids: [id] })} />
          <Actions data={data} foresee={found.foresee} again={again} />
        </>
      }
    >
      <Notices data={data} foresee={found.foresee} again={again} />
      <div class="with-aside">
        <RecordCard data={data} saving={saving} />
        <div class="stack airy">
          <MaySame publication={publication} again={again} />
          <People data={data} foresee={found.foresee} again={again} />
          <RelatedWorks publication={publication} />
          <Citation publication={publication} />
        </div>
      </div>
      <History data={data} />
      {saving.met !== null && (
        <ConflictDialog
          fieldset={fieldset}
          conflict={saving.met.conflict}
          saving={saving}
          who={overtaker(saving.met.conflict, saving.met.now.history)}
          note={saving.met.now.publication.deleted_at === null ? null : t('deleted_meanwhile')}
        />
      )}
    </Page>
  );
}
