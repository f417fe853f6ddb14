/** A website's name, and the scopes of its keys. */
import { useRef } from 'preact/hooks';
import type { BodyOf } from '../../client/api.ts';
import { requireText } from '../../client/refusal.ts';
import { api } from '../../client/session.ts';
import { CheckGroup } from '../../parts/choices.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { FormView, useForm, type Form } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Notice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { words as t } from './generated/words.ts';
import { platformOptions, websiteScopes, type ShownWebsite, type Website } from './kinds.tsx';
import { refusedInWords } from './refusals.ts';

type Values = Pick<Website, 'platform' | 'scopes'> & { readonly name: string; readonly description: string };

const bodyOf = ({ name, description, ...rest }: Partial<Values>): BodyOf<'PATCH /api/installations/{id}'> => ({
  ...rest,
  ...(name !== undefined && { display_name: requireText('display_name', name, t('name_missing')) }),
  ...(description !== undefined && { description: description.trim() === '' ? null : description.trim() }),
});

export const WebsiteSettings = ({ website, etag, wrote, again }: ShownWebsite & { readonly etag: string | null }) => {
  const { id } = website;
  // Each verification attempt changes the website's ETag: the form uses the latest one and sends only the edited fields.
  const latest = useRef(etag);
  latest.current = etag;
  const initial: Values = {
    name: website.display_name,
    description: website.description ?? '',
    platform: website.platform,
    scopes: website.scopes,
  };
  const form: Form<Values> = useForm(
    {
      initial,
      draft: `website:${id}`,
      refused: refusedInWords,
      save: async () => {
        const body = bodyOf(form.changed());
        const ifMatch = latest.current ?? undefined;
        try {
          const sent = await api('PATCH /api/installations/{id}', { params: { id }, body, ifMatch });
          wrote(body, sent);
          sayDone(t('saved'), sent.cause);
        } finally {
          // After a refusal too, since someone else may have saved.
          void again();
        }
      },
    },
    JSON.stringify(initial),
  );
  const { scopes } = form.values.value;
  const isLess = website.scopes.some((scope) => !scopes.includes(scope));
  return (
    <Section title={t('settings')}>
      <div class="card-body">
        <FormView form={form}>
          <TextField label={t('website_name')} isRequired autocomplete="off" {...form.field('name', 'display_name')} />
          <TextArea label={t('description')} rows={2} {...form.field('description')} />
          <SelectField
            label={t('platform')}
            hint={t('platform_hint')}
            options={platformOptions()}
            {...form.field('platform')}
          />
          <CheckGroup label={t('may_read')} choices={websiteScopes()} {...form.field('scopes')} />
          {isLess && <Notice kind="warning">{t('fewer_scopes')}</Notice>}
        </FormView>
      </div>
    </Section>
  );
};
