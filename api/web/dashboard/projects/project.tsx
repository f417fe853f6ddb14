/** The page of a project: all its fields, and its history. */
import { Ago } from '../../parts/time.tsx';
import type { PageProps } from '../pages.ts';
import { RecordPage } from '../record/page.tsx';
import { words as t } from './generated/words.ts';
import { PROJECTS } from './kind.ts';

export default function ProjectPage({ params }: PageProps) {
  return (
    <RecordPage
      kind={PROJECTS}
      id={params['id'] ?? ''}
      lead={({ updated_at: at }) => (
        <span>
          {t('updated')} <Ago ms={at} />
        </span>
      )}
    />
  );
}
