/** Registers a website together with its first key. */
import { useRef } from 'preact/hooks';
import { INSTALLATION_SCOPES, type InstallationScope, type Platform } from '../../../../domain/installation/events.ts';
import { newCause } from '../../client/cause.ts';
import { requireText } from '../../client/refusal.ts';
import { api } from '../../client/session.ts';
import { CheckGroup } from '../../parts/choices.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { words as t } from './generated/words.ts';
import { platformOptions, websitePath, websiteScopes } from './kinds.tsx';
import { originTyped } from './origin-typed.ts';
import { refusedInWords } from './refusals.ts';
import { IssueDialog, type IssuingProps } from './shown-once.tsx';

const INITIAL = {
  name: '',
  platform: 'cms_a' as Platform,
  scopes: INSTALLATION_SCOPES as readonly InstallationScope[],
  origin: '',
};

const WebsiteForm = ({ close, onIssued }: IssuingProps) => {
  // If a step fails, saving again resumes at that step with the corrected values.
  const done = useRef<{ id?: string; origin?: { readonly id: string; readonly address: string } }>({});
  const form = useForm({
    initial: INITIAL,
    draft: 'website:new',
    refused: refusedInWords,
    save: async ({ name, platform, scopes, origin }) => {
      const cause = newCause();
      const fields = { display_name: requireText('display_name', name, t('name_missing')), platform, scopes };
      const address = origin.trim() === '' ? null : originTyped(origin);
      const { id: made, origin: added } = done.current;
      if (made !== undefined) await api('PATCH /api/installations/{id}', { params: { id: made }, body: fields, cause });
      const id = made ?? (await api('POST /api/installations', { body: fields, cause })).body.id;
      done.current.id = id;
      const params = { id };
      if (added !== undefined && added.address !== address) {
        const of = { ...params, originId: added.id };
        await api('POST /api/installations/{id}/origins/{originId}/revoke', { params: of, cause });
        delete done.current.origin;
      }
      if (address !== null && added?.address !== address) {
        const { body } = await api('POST /api/installations/{id}/origins', {
          params,
          body: { origin: address },
          cause,
        });
        done.current.origin = { id: body.id, address };
      }
      const { body: website } = await api('POST /api/installations/{id}/activate', { params, cause });
      const { body } = await api('POST /api/installations/{id}/credentials', { params, body: {}, cause });
      const whose = { name: fields.display_name, baseUrl: 'base_url' in website ? website.base_url : null };
      onIssued({ of: 'website', ...whose, key: body.credential, page: websitePath(id) });
    },
  });
  return (
    <FormView form={form} action={t('make_key')} onCancel={close}>
      <TextField
        label={t('website_name')}
        hint={t('website_name_hint')}
        isRequired
        autofocus
        autocomplete="off"
        {...form.field('name', 'display_name')}
      />
      <SelectField
        label={t('platform')}
        hint={t('platform_hint')}
        options={platformOptions()}
        {...form.field('platform')}
      />
      <CheckGroup label={t('may_read')} choices={websiteScopes()} {...form.field('scopes')} />
      <TextField
        label={t('origin_optional')}
        hint={t('origin_hint')}
        placeholder="https://www.example.org"
        type="address"
        {...form.field('origin')}
      />
    </FormView>
  );
};

export const NewWebsite = (props: { readonly isOpen: boolean; readonly close: () => void }) => (
  <IssueDialog title={t('new_website')} {...props}>
    {(onIssued) => <WebsiteForm close={props.close} onIssued={onIssued} />}
  </IssueDialog>
);
