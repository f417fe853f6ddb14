/** Repairs the author links of one publication, or of all that need attention. */
import { number } from '../../client/format.ts';
import type { AnswerTo } from '../../client/api.ts';
import { api } from '../../client/session.ts';
import { RadioGroup } from '../../parts/choices.tsx';
import { CheckField, choicesOf, TextField } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { doiTyped } from '../doi-typed.ts';
import { here } from '../pages.ts';
import { useKnown, type Known } from '../people/known.ts';
import { publicationPath } from '../publication/address.ts';
import { Tool } from './tool.tsx';
import { words as t } from './generated/words.ts';

type Repaired = AnswerTo<'POST /api/site-tools/repair-author-links/bulk'>['publications'][number];
type Plan = { readonly processed: number; readonly publications: readonly Repaired[] };

/** Further ones are only counted. */
const SHOWN = 50;

const changesOf = ({ linked, unlinked, suggested }: Repaired, names: Known): string => {
  const called = (some: readonly { readonly orcid: string }[]): string =>
    some.map(({ orcid }) => names.get(orcid) ?? orcid).join(', ');
  const parts = [
    linked.length > 0 && t('would_link', { who: called(linked) }),
    unlinked.length > 0 && t('would_unlink', { who: called(unlinked) }),
    suggested.length > 0 && t('would_suggest', { who: called(suggested) }),
  ];
  return parts.filter(Boolean).join(' · ') || t('other_changes');
};

const Preview = ({ plan: { processed, publications } }: { readonly plan: Plan }) => {
  const shown = publications.slice(0, SHOWN);
  const names = useKnown(
    shown.flatMap(({ linked, unlinked, suggested }) =>
      [...linked, ...unlinked, ...suggested].map(({ orcid }) => orcid),
    ),
  );
  return (
    <>
      <p>{t('would_repair', { count: publications.length, of: number(processed) })}</p>
      <Table
        caption={t('repair_title')}
        columns={[
          {
            id: 'publication',
            label: t('publication'),
            role: 'main',
            cell: ({ doi }) => (
              <a class="mono" href={here(publicationPath(doi))}>
                {doi}
              </a>
            ),
          },
          { id: 'changes', label: t('change'), cell: (publication) => changesOf(publication, names) },
        ]}
        rows={shown}
        keyOf={({ doi }) => doi}
      />
      {publications.length > SHOWN && (
        <p class="muted small">{t('and_more', { count: publications.length - SHOWN })}</p>
      )}
    </>
  );
};

type Chosen = { readonly which: 'many' | 'one'; readonly doi: string; readonly orgOnly: boolean };

const repair = async ({ which, doi, orgOnly }: Chosen, dryRun: boolean, cause?: string): Promise<Plan> => {
  const how = { orgOnly, dryRun };
  if (which === 'many') return (await api('POST /api/site-tools/repair-author-links/bulk', { body: how, cause })).body;
  const body = { ...how, doi: doiTyped(doi) };
  const { body: one } = await api('POST /api/site-tools/repair-author-links', { body, cause });
  return { processed: 1, publications: one.changed ? [one] : [] };
};

const INITIAL: Chosen = { which: 'many', doi: '', orgOnly: false };

export const Repair = () => (
  <Tool
    name="repair"
    canUndo
    initial={INITIAL}
    work={repair}
    sizeOf={({ publications }) => publications.length}
    preview={(plan) => <Preview plan={plan} />}
    done={({ publications }) => t('repaired', { count: publications.length })}
  >
    {(form) => (
      <>
        <RadioGroup
          label={t('which_publications')}
          choices={choicesOf({ many: t('needing_attention'), one: t('one_publication') })}
          {...form.field('which')}
        />
        {form.values.value.which === 'one' && <TextField label="DOI" isRequired type="code" {...form.field('doi')} />}
        <CheckField label={t('org_only')} {...form.field('orgOnly')} />
      </>
    )}
  </Tool>
);
