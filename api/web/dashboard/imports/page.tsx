/** Imports a list of references: BibTeX, RIS or CSL-JSON. */
import { Page } from '../../parts/page.tsx';
import { here } from '../pages.ts';
import { ChooseList } from './choose.tsx';
import { words as t } from './generated/words.ts';
import { view } from './list.ts';
import { ReadList } from './read-list.tsx';

export default function ImportPage() {
  const { list } = view.now.value;
  return (
    <Page
      title={t('title')}
      parent={{ href: here('/publications'), label: t('publications') }}
      lead={t('lead')}
      isWide={list !== ''}
    >
      {list === '' ? <ChooseList /> : <ReadList key={list} id={list} />}
    </Page>
  );
}
