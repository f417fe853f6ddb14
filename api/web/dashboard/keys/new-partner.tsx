/** A key for a partner system. */
import type { ApiKeyScope } from '../../../../domain/api-key/events.ts';
import { ACCESS } from '../../../../domain/limits.ts';
import { requireText, refusal } from '../../client/refusal.ts';
import { api } from '../../client/session.ts';
import { CheckGroup } from '../../parts/choices.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, useForm, type Entered } from '../../parts/form.tsx';
import { words as t } from './generated/words.ts';
import { partnerPath, partnerScopes } from './kinds.tsx';
import { refusedInWords } from './refusals.ts';
import { IssueDialog, type IssuingProps } from './shown-once.tsx';

const PER_MINUTE = '60';

/** Throws a `Failure` that names the field if this is not a rate. */
export const rateTyped = (text: string): number => {
  const rate = Number(text);
  if (!Number.isInteger(rate) || rate < 1 || rate > ACCESS.keyPerMinute)
    throw refusal('rate_limit_per_minute', t('rate_wrong', { most: ACCESS.keyPerMinute }));
  return rate;
};

/** Throws a `Failure` that names the field if no scope is chosen. */
export const someScopes = (scopes: readonly ApiKeyScope[]): readonly ApiKeyScope[] => {
  if (scopes.length === 0) throw refusal('scopes', t('scopes_missing'));
  return scopes;
};

type FieldsProps = {
  readonly form: {
    field(name: 'scopes'): Entered<readonly ApiKeyScope[]>;
    field(name: 'rate', named: string): Entered<string>;
  };
};

export const PartnerFields = ({ form }: FieldsProps) => (
  <>
    <CheckGroup label={t('may_do')} choices={partnerScopes()} {...form.field('scopes')} />
    <TextField
      label={t('rate_label')}
      hint={t('rate_hint')}
      type="number"
      inputMode="numeric"
      min={1}
      max={ACCESS.keyPerMinute}
      isRequired
      {...form.field('rate', 'rate_limit_per_minute')}
    />
  </>
);

const PartnerForm = ({ close, onIssued }: IssuingProps) => {
  const form = useForm({
    initial: { name: '', scopes: ['ingest'] as readonly ApiKeyScope[], rate: PER_MINUTE },
    draft: 'partner:new',
    refused: refusedInWords,
    save: async ({ name: typed, scopes, rate }) => {
      const name = requireText('client_name', typed, t('name_missing'));
      const { body } = await api('POST /api/site-tools/api-keys', {
        body: { client_name: name, scopes: someScopes(scopes), rate_limit_per_minute: rateTyped(rate) },
      });
      const baseUrl = 'base_url' in body ? body.base_url : null;
      onIssued({ of: 'partner', name, baseUrl, key: body.key, page: partnerPath(body.key_hash) });
    },
  });
  return (
    <FormView form={form} action={t('make_key')} onCancel={close}>
      <TextField
        label={t('partner_name')}
        hint={t('partner_name_hint')}
        isRequired
        autofocus
        autocomplete="off"
        {...form.field('name', 'client_name')}
      />
      <PartnerFields form={form} />
    </FormView>
  );
};

export const NewPartner = (props: { readonly isOpen: boolean; readonly close: () => void }) => (
  <IssueDialog title={t('new_partner')} {...props}>
    {(onIssued) => <PartnerForm close={props.close} onIssued={onIssued} />}
  </IssueDialog>
);
