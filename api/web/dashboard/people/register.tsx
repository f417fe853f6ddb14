/** Registers a person by ORCID iD. */
import { parseOrcid } from '../../../../domain/orcid.ts';
import { Failure } from '../../client/failure.ts';
import { navigate } from '../../client/router.ts';
import { api, workspace } from '../../client/session.ts';
import { CheckField, TextField } from '../../parts/field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { say } from '../../parts/toast.tsx';
import { within } from '../pages.ts';
import { words as t } from './words.ts';

const orcidIn = (text: string): string => {
  try {
    return parseOrcid(text);
  } catch {
    throw new Failure(400, { error: t('orcid_wrong'), details: { field: 'orcid', message: t('orcid_wrong') } });
  }
};

const RegisterForm = ({ close }: { readonly close: () => void }) => {
  const form = useForm({
    initial: { orcid: '', name: '', ingests: true },
    draft: 'person:new',
    save: async ({ orcid: typed, name, ingests }) => {
      const orcid = orcidIn(typed);
      await api('POST /api/people', { body: { orcid, ...(name.trim() !== '' && { name: name.trim() }) } });
      if (ingests) await api('POST /api/ingest', { body: { orcid_ids: [orcid], trigger_source: 'people_page' } });
      say({ text: t('registered', { name: name.trim() === '' ? orcid : name.trim() }) });
      close();
      navigate(within(workspace.value ?? '', `/people/${orcid}`));
    },
  });
  const { orcid, name, ingests } = form.values.value;
  return (
    <FormView form={form} action={t('register')} onCancel={close}>
      <TextField
        label="ORCID iD"
        isRequired
        hint={t('orcid_hint')}
        value={orcid}
        spellcheck={false}
        autocomplete="off"
        error={form.errorOf('orcid')}
        onValue={(value) => form.set('orcid', value)}
      />
      <TextField
        label={t('name')}
        hint={t('name_hint')}
        value={name}
        autocomplete="off"
        error={form.errorOf('name')}
        onValue={(value) => form.set('name', value)}
      />
      <CheckField label={t('ingest_too')} isChecked={ingests} onChange={(value) => form.set('ingests', value)} />
    </FormView>
  );
};

export const Register = ({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) => (
  <Dialog title={t('register_title')} isOpen={isOpen} onClose={close}>
    <RegisterForm close={close} />
  </Dialog>
);
