/** Forms for the profile and affiliation of a person. */
import type { Person } from '../../client/generated/operations.ts';
import { editedText, withText } from '../../client/localized.ts';
import { api } from '../../client/session.ts';
import { CheckField, SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useNamed } from './named.ts';
import { words as t } from './words.ts';

type Props = {
  readonly person: Person;
  readonly etag: string | null;
  readonly again: () => unknown;
};

export const Profile = ({ person, etag, again }: Props) => {
  const { categories } = useNamed();
  const { orcid } = person;
  const form = useForm(
    {
      initial: {
        name: editedText(person.name),
        biography: editedText(person.biography),
        categories: person.category_ids,
      },
      draft: `person:${orcid}`,
      save: async ({ name, biography, categories: category_ids }) => {
        const body = {
          name: withText(person.name, name) ?? '',
          ...(biography !== editedText(person.biography) && { biography: withText(person.biography, biography) }),
          category_ids,
        };
        const { cause } = await api('PATCH /api/people/{orcid}', {
          params: { orcid },
          body,
          ifMatch: etag ?? undefined,
        });
        sayDone(t('saved'), cause);
        void again();
      },
    },
    etag ?? '',
  );
  const { name, biography, categories: chosen } = form.values.value;
  return (
    <Section title={t('profile')}>
      <div class="card-body">
        <FormView form={form} action={t('save')}>
          <TextField
            label={t('name')}
            isRequired
            value={name}
            autocomplete="off"
            error={form.errorOf('name')}
            onValue={(value) => form.set('name', value)}
          />
          <TextArea
            label={t('biography')}
            rows={4}
            value={biography}
            error={form.errorOf('biography')}
            onValue={(value) => form.set('biography', value)}
          />
          {categories.length > 0 && (
            <fieldset class="choices">
              <legend class="field-label">{t('categories')}</legend>
              {categories.map(({ value: id, label }) => (
                <CheckField
                  key={id}
                  label={label}
                  isChecked={chosen.includes(id)}
                  onChange={(isIn) =>
                    form.set('categories', isIn ? [...chosen, id] : chosen.filter((other) => other !== id))
                  }
                />
              ))}
            </fieldset>
          )}
        </FormView>
      </div>
    </Section>
  );
};

export const Affiliation = ({ person, etag, again }: Props) => {
  const { entities } = useNamed();
  const { orcid, affiliation } = person;
  const form = useForm(
    {
      initial: { entity: affiliation?.entity_id ?? '', status: affiliation?.status ?? ('org' as const) },
      save: async ({ entity, status }) => {
        const { cause } = await api('PATCH /api/people/{orcid}/affiliation', {
          params: { orcid },
          body: { entity_id: entity, status },
          ifMatch: etag ?? undefined,
        });
        sayDone(t('saved'), cause);
        void again();
      },
    },
    etag ?? '',
  );
  const { entity, status } = form.values.value;
  if (entities.length === 0)
    return (
      <Section title={t('affiliation')}>
        <p class="card-body muted">{t('no_entities')}</p>
      </Section>
    );
  return (
    <Section title={t('affiliation')}>
      <div class="card-body">
        <FormView form={form} action={t('save')}>
          <SelectField
            label={t('entity')}
            value={entity}
            options={[...(affiliation === null ? [{ value: '', label: t('choose_entity') }] : []), ...entities]}
            error={form.errorOf('entity_id')}
            onValue={(value) => form.set('entity', value)}
          />
          <SelectField
            label={t('status')}
            value={status}
            options={[
              { value: 'org', label: t('of_org') },
              { value: 'external', label: t('of_external') },
            ]}
            onValue={(value) => form.set('status', value)}
          />
        </FormView>
      </div>
    </Section>
  );
};
