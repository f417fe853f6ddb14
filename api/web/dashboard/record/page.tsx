/** The page of a record: its fields, moves, related records and history. */
import type { ComponentChildren } from 'preact';
import { reworded } from '../../client/refusal.ts';
import { orOvertaken } from '../../parts/editing/overtaken.ts';
import { useSaving } from '../../parts/editing/saving.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { Title } from '../../parts/markup.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { Notice } from '../../parts/states.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { here } from '../pages.ts';
import { fieldsetOf } from './fieldset.tsx';
import { words as t } from './generated/words.ts';
import { RecordHistory } from './history.tsx';
import { canWrite, readRecord, saveRecord, stateOf, withChanges, type RecordKind, type Seen } from './kind.ts';
import { Moves } from './moves.tsx';
import { RecordCard } from './record-card.tsx';
import { StateBadge } from './state.tsx';

type Props<Item> = {
  readonly kind: RecordKind<Item>;
  readonly id: string;
  /** Shown after its status and id. */
  readonly lead?: (item: Item) => ComponentChildren;
  readonly aside?: (item: Item) => ComponentChildren;
};

export const RecordPage = <Item,>({ kind, id, lead, aside }: Props<Item>) => {
  const found = useResource<Seen<Item>>(`${kind.type} ${id}`, (asking) => readRecord(kind, id, asking));
  const again = (): Promise<void> => found.again(true);
  const recordOf = ({ item, foreseen }: Seen<Item>) => ({ ...(kind.recordOf?.(item) ?? item), ...foreseen });
  const saving = useSaving({
    kind: kind.type,
    id,
    fieldset: fieldsetOf(kind.fields),
    seen: found.data,
    recordOf,
    send: ({ etag }, changes, cause) =>
      orOvertaken(
        () => saveRecord(kind, id, changes, { ifMatch: etag, cause }),
        () => readRecord(kind, id),
      ),
    refused: reworded(kind.wording),
    foresee: (changes, sent) => found.set((shown) => withChanges(shown, changes, sent)),
    again,
  });
  const { data } = found;
  const ofRecord = { subject: id, subject_type: kind.type };
  const parent = { href: here(`/${kind.resource}`), label: kind.plural() };
  if (data === null) return <PendingPage title={id} parent={parent} of={found} lines={8} />;
  const { item } = data;
  const title = kind.titleOf({ ...item, ...data.foreseen });
  const state = stateOf(kind, data);
  const isArchived = state === 'archived';
  const card = (
    <RecordCard
      title={t('record')}
      fields={kind.fields}
      record={recordOf(data)}
      saving={saving}
      canEdit={!isArchived && canWrite(kind)}
      of={ofRecord}
    />
  );
  return (
    <Page
      title={plainText(title)}
      heading={<Title html={title} fallback={id} />}
      parent={parent}
      lead={
        <span class="marks-line actions">
          <StateBadge state={state} />
          <span class="mono">{id}</span>
          {lead?.(item)}
        </span>
      }
      actions={canWrite(kind) && <Moves kind={kind} id={id} seen={data} foresee={found.foresee} again={again} />}
    >
      {isArchived && <Notice kind="warning">{t('is_archived')}</Notice>}
      {aside === undefined ? (
        card
      ) : (
        <div class="with-aside">
          {card}
          <div class="stack airy">{aside(item)}</div>
        </div>
      )}
      <RecordHistory of={ofRecord} />
    </Page>
  );
};
