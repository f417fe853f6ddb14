/** All workspaces of the installation, for superadmins. */
import { useState } from 'preact/hooks';
import type { AnswerTo } from '../../client/api.ts';
import type { Workspace } from '../../client/generated/operations.ts';
import { number } from '../../client/format.ts';
import { api, noteWorkspaces, workspace } from '../../client/session.ts';
import { openListing } from '../../client/view.ts';
import { RowButton } from '../../parts/button.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { Badge } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { Day } from '../../parts/time.tsx';
import { useOpener } from '../../parts/use-opener.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { within } from '../pages.ts';
import { MakeWorkspace, RenameWorkspace, type Made } from './forms.tsx';
import { words as t } from './generated/words.ts';

const workspaces = openListing({}, {});

/** Of one that was just created, they are not known yet. */
const shown = (count = 0): string => number(count);

const columns = (rename: (one: Made) => void): readonly Column<Workspace>[] => [
  {
    id: 'name',
    label: t('workspace'),
    role: 'main',
    cell: ({ id, name }) => (
      <>
        <RowName href={within(id, '')}>{name}</RowName>{' '}
        {id === workspace.value && <Badge kind="accent">{t('here')}</Badge>}
        <p class="row-more muted small mono">{id}</p>
      </>
    ),
  },
  { id: 'publications', label: t('publications'), align: 'end', cell: ({ counts }) => shown(counts?.publications) },
  { id: 'people', label: t('people'), align: 'end', cell: ({ counts }) => shown(counts?.people) },
  { id: 'members', label: t('members'), align: 'end', cell: ({ counts }) => shown(counts?.members) },
  { id: 'since', label: t('since'), cell: ({ created_at: at }) => <Day ms={at} /> },
  {
    id: 'actions',
    label: t('actions'),
    cell: ({ id, name }) => <RowButton label={t('rename')} of={name} onClick={() => rename({ id, name })} />,
  },
];

type Listed = AnswerTo<'GET /api/workspaces'>;

/** The latest are listed last. */
const withOne = (shown: Listed, one: Made): Listed => {
  const { total, workspaces } = shown;
  return workspaces.some(({ id }) => id === one.id)
    ? { ...shown, workspaces: workspaces.map((each) => (each.id === one.id ? { ...each, ...one } : each)) }
    : { ...shown, workspaces: [...workspaces, { ...one, created_at: Date.now() }], total: total + 1 };
};

export default function Workspaces() {
  const { page, per_page } = workspaces.now.value;
  const { opener, dialog } = useOpener(t('new_workspace'));
  const [renamed, setRenamed] = useState<Made | null>(null);
  const query = { page, per_page, counts: true };
  const found = useResource(`all workspaces ${JSON.stringify(query)}`, async (asking) => {
    const { body } = await api('GET /api/workspaces', { query, ...asking });
    noteWorkspaces(body.workspaces);
    return body;
  });
  const wrote = (one: Made): void => {
    found.set((shown) => withOne(shown, one));
    void found.again(true);
  };
  return (
    <ListPage
      title={t('title')}
      lead={t('lead')}
      actions={opener}
      listing={workspaces}
      of={found}
      none={{ icon: 'building', title: t('none_here') }}
      columns={columns(setRenamed)}
      rowsIn={(data) => data.workspaces}
      keyOf={({ id }) => id}
    >
      <MakeWorkspace {...dialog} onMade={wrote} />
      <RenameWorkspace one={renamed} close={() => setRenamed(null)} onRenamed={wrote} />
    </ListPage>
  );
}
