/** Registers a person, by ORCID iD or, without one, by name. */
import { parseOrcid } from '../../../../domain/orcid.ts';
import { parseOrRefuse, requireText, reworded } from '../../client/refusal.ts';
import { navigate } from '../../client/router.ts';
import { api } from '../../client/session.ts';
import { CheckField, TextField } from '../../parts/field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { here } from '../pages.ts';
import { words as t } from './generated/words.ts';

const RegisterForm = ({ close }: { readonly close: () => void }) => {
  const form = useForm({
    initial: { orcid: '', name: '', ingests: true },
    draft: 'person:new',
    refused: reworded({ person_exists: () => t('person_exists') }),
    save: async ({ orcid: typed, name: given, ingests }) => {
      const isWithout = typed.trim() === '';
      const name = isWithout ? requireText('name', given, t('name_needed')) : given.trim();
      const iD = isWithout ? {} : { orcid: parseOrRefuse('orcid', parseOrcid, typed, t('orcid_wrong')) };
      const { body } = await api('POST /api/people', { body: { ...iD, ...(name !== '' && { name }) } });
      const { orcid } = body;
      if (ingests && !isWithout)
        await api('POST /api/ingest', { body: { orcid_ids: [orcid], trigger_source: 'people_page' } });
      const outcome = 'archived' in body && body.archived ? 'registered_archived' : 'registered';
      showToast({ text: t(outcome, { name: name === '' ? orcid : name }) });
      close();
      navigate(here(`/people/${orcid}`));
    },
  });
  const isWithout = form.values.value.orcid.trim() === '';
  return (
    <FormView form={form} action={t('register')} onCancel={close}>
      <TextField label="ORCID iD" hint={t('orcid_hint')} type="code" {...form.field('orcid')} />
      <TextField
        label={t('name')}
        hint={t(isWithout ? 'name_without_orcid' : 'name_hint')}
        autocomplete="off"
        {...form.field('name')}
      />
      {!isWithout && <CheckField label={t('ingest_too')} {...form.field('ingests')} />}
    </FormView>
  );
};

export const Register = ({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) => (
  <Dialog title={t('register_title')} isOpen={isOpen} onClose={close}>
    <RegisterForm close={close} />
  </Dialog>
);
