/** Repairing the links between publications and people: of one publication, or of those that need attention. */
import { useState } from 'preact/hooks';
import { parseDoi } from '../../../../domain/doi.ts';
import { number } from '../../client/format.ts';
import type { AnswerTo } from '../../client/api.ts';
import { parsed } from '../../client/parsed.ts';
import { refusal } from '../../client/refusal.ts';
import { api, workspace } from '../../client/session.ts';
import { RadioGroup } from '../../parts/choices.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { here } from '../pages.ts';
import { useKnown, type Known } from '../people/known.ts';
import { publicationPath } from '../publication/address.ts';
import { Tool } from './tool.tsx';
import { words as t } from './words.ts';

type Many = AnswerTo<'POST /api/site-tools/repair-author-links/bulk'>;
type Repaired = Many['publications'][number];
type Plan = { readonly processed: number; readonly publications: readonly Repaired[] };

type Options = { readonly doi: string | null; readonly orgOnly: boolean };

/** More than a person reads through; the count says how many there are. */
const SHOWN = 50;

const repaired = async ({ doi, orgOnly }: Options, dryRun: boolean, cause?: string): Promise<Plan> => {
  if (doi === null)
    return (await api('POST /api/site-tools/repair-author-links/bulk', { cause, body: { orgOnly, dryRun } })).body;
  const { body } = await api('POST /api/site-tools/repair-author-links', { cause, body: { doi, orgOnly, dryRun } });
  return { processed: 1, publications: body.changed ? [body] : [] };
};

const changesOf = ({ linked, unlinked, suggested }: Repaired, names: Known): string => {
  const called = (some: readonly { readonly orcid: string }[]): string =>
    some.map(({ orcid }) => names.get(orcid) ?? orcid).join(', ');
  const parts = [
    ...(linked.length === 0 ? [] : [t('would_link', { who: called(linked) })]),
    ...(unlinked.length === 0 ? [] : [t('would_unlink', { who: called(unlinked) })]),
    ...(suggested.length === 0 ? [] : [t('would_suggest', { who: called(suggested) })]),
  ];
  return parts.length === 0 ? t('other_changes') : parts.join(' · ');
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

const doiTyped = (text: string): string => {
  const doi = parsed(parseDoi, text);
  if (doi === null) throw refusal('doi', t('doi_wrong'));
  return doi;
};

export const Repair = () => {
  const [which, setWhich] = useState<'many' | 'one'>('many');
  const [doi, setDoi] = useState('');
  const [orgOnly, setOrgOnly] = useState(false);
  const options = (): Options => ({ doi: which === 'one' ? doiTyped(doi) : null, orgOnly });
  return (
    <Tool<Plan>
      name="repair"
      canUndo
      title={t('repair_title')}
      lead={t('repair_lead')}
      chosen={JSON.stringify([which, doi, orgOnly])}
      plan={() => repaired(options(), true)}
      sizeOf={({ publications }) => publications.length}
      nothing={t('nothing_to_repair')}
      preview={(plan) => <Preview plan={plan} />}
      confirmation={workspace.value ?? ''}
      action={t('repair')}
      run={async (cause) => {
        const { publications } = await repaired(options(), false, cause);
        return t('repaired', { count: publications.length });
      }}
    >
      {(errorOf) => (
        <>
          <RadioGroup
            label={t('which_publications')}
            choices={[
              { value: 'many', label: t('needing_attention') },
              { value: 'one', label: t('one_publication') },
            ]}
            value={which}
            onValue={setWhich}
          />
          {which === 'one' && (
            <TextField
              label="DOI"
              isRequired
              autocomplete="off"
              spellcheck={false}
              value={doi}
              error={errorOf('doi')}
              onValue={setDoi}
            />
          )}
          <CheckField label={t('org_only')} isChecked={orgOnly} onChange={setOrgOnly} />
        </>
      )}
    </Tool>
  );
};
