/** An earlier affiliation of a person: corrected, or removed. */
import { useState } from 'preact/hooks';
import { dayOf, startOfDay } from '../../client/format.ts';
import type { Person } from '../../client/generated/operations.ts';
import { refusal, reworded } from '../../client/refusal.ts';
import { api } from '../../client/session.ts';
import { IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { attempt } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useNamed } from './named.ts';
import { words as t } from './generated/words.ts';

export type Past = Omit<Person['affiliations'][number], 'ends_at'> & { readonly ends_at: number };
type Sent = Omit<Past, 'entity_name'>;

const sentOf = ({ entity_name: _name, ...sent }: Past): Sent => sent;

const refused = reworded({ affiliation_not_found: () => t('past_of_merged'), invalid_end: () => t('past_wrong_end') });

const correct = async (orcid: string, past: Past, after: Sent | null): Promise<void> => {
  const body = { before: sentOf(past), after };
  const { cause } = await api('POST /api/people/{orcid}/past-affiliations', { params: { orcid }, body });
  sayDone(t(after === null ? 'past_removed' : 'past_corrected'), cause);
};

type Props = { readonly orcid: string; readonly past: Past; readonly again: () => unknown };

const CorrectForm = ({ orcid, past, again, close }: Props & { readonly close: () => void }) => {
  const { entities, entityName } = useNamed();
  const [from, to] = [dayOf(past.starts_at), dayOf(past.ends_at)];
  const form = useForm({
    initial: { entity_id: past.entity_id, status: past.status, from, to },
    refused,
    save: async ({ entity_id, status, from: first, to: last }) => {
      if (first === '') throw refusal('from', t('past_wrong_end'));
      if (last === '' || last < first) throw refusal('to', t('past_wrong_end'));
      // Days that are not edited keep their time of day.
      const starts_at = first === from ? past.starts_at : startOfDay(first);
      const ends_at = last === to ? past.ends_at : startOfDay(last);
      await correct(orcid, past, { entity_id, status, starts_at, ends_at: Math.max(starts_at, ends_at) });
      close();
      await again();
    },
  });
  const isListed = entities.some(({ value }) => value === past.entity_id);
  const former = isListed ? [] : [{ value: past.entity_id, label: entityName(past.entity_id) }];
  return (
    <FormView form={form} onCancel={close}>
      <SelectField label={t('entity')} options={[...former, ...entities]} {...form.field('entity_id')} />
      <SelectField
        label={t('status')}
        options={choicesOf({ org: t('of_org'), external: t('of_external') })}
        {...form.field('status')}
      />
      <TextField label={t('from_day')} type="date" {...form.field('from')} />
      <TextField label={t('until_day')} type="date" {...form.field('to')} />
    </FormView>
  );
};

export const PastActions = ({ name, ...props }: Props & { readonly name: string }) => {
  const [isOpen, setOpen] = useState(false);
  const { orcid, past, again } = props;
  const close = (): void => setOpen(false);
  return (
    <span class="actions">
      <IconButton icon="pencil" label={t('correct_past', { name })} onClick={() => setOpen(true)} />
      <IconButton
        icon="trash"
        label={t('remove_past', { name })}
        onClick={() => void attempt(() => correct(orcid, past, null), { refused, then: again })}
      />
      <Dialog title={t('correct_past', { name })} isOpen={isOpen} onClose={close} size="small">
        <CorrectForm {...props} close={close} />
      </Dialog>
    </span>
  );
};
