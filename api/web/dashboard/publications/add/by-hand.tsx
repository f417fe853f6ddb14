/** Creates a publication without a DOI from its first fields, and opens its page for the others. */
import { nameOfPerson } from '../../../../../domain/person-name.ts';
import { GIVEN_IDENTIFIERS } from '../../../../../domain/publication/given-identifier.ts';
import type { BodyOf } from '../../../client/api.ts';
import { Failure, failureFrom } from '../../../client/failure.ts';
import { reworded, refusal } from '../../../client/refusal.ts';
import { navigate } from '../../../client/router.ts';
import { api } from '../../../client/session.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import type { Value } from '../../../parts/editing/value.ts';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { FormView, useForm, type Form } from '../../../parts/form.tsx';
import { sayDone } from '../../../parts/undo/undo.ts';
import { typeOptions } from '../../csl-types.ts';
import { here } from '../../pages.ts';
import { FindPerson } from '../../people/find-person.tsx';
import { publicationPath } from '../../publication/address.ts';
import { DateEditor } from '../../publication/editors/date.tsx';
import { NamesEditor } from '../../publication/editors/names.tsx';
import { MarkupEditor } from '../../publication/editors/text.tsx';
import { fieldName, kindOf } from '../../publication/fields.ts';
import { fieldset } from '../../publication/fieldset.tsx';
import { identifierTypeName } from '../../publication/identifiers.ts';
import { added, chosenIn } from '../../publication/names.ts';
import { typedFrom, type Typed } from '../../publication/typed.ts';
import { words as t } from '../generated/words.ts';

type Sent = BodyOf<'POST /api/publications'>;
type IdentifierType = NonNullable<Sent['identifier']>['type'];

type Of<Kind extends Typed['of']> = Extract<Typed, { readonly of: Kind }>;

type Entered = {
  readonly type: string;
  readonly title: string;
  readonly author: Of<'names'>;
  readonly issued: Of<'date'>;
  readonly identifier_type: IdentifierType | '';
  readonly identifier: string;
};

const EMPTY: Entered = {
  type: '',
  title: '',
  author: typedFrom(kindOf('author'), null) as Of<'names'>,
  issued: typedFrom(kindOf('issued'), null) as Of<'date'>,
  identifier_type: '',
  identifier: '',
};

/** Throws a `Failure` that names each field that is not valid. */
const recordOf = ({ type, title, author, issued }: Entered): Readonly<Record<string, Value>> => {
  const typed: Readonly<Record<string, Typed>> = {
    type: { of: 'text', text: type },
    title: { of: 'text', text: title },
    author,
    issued,
  };
  const errors: { readonly field: string; readonly message: string }[] = [];
  const record: Record<string, Value> = {};
  for (const [field, each] of Object.entries(typed)) {
    const read = fieldset.read(field, each);
    if ('problem' in read) errors.push({ field, message: read.problem });
    else if (read.value !== null) record[field] = read.value;
    else if (field === 'title') errors.push({ field, message: t('needs_title') });
  }
  if (errors.length > 0) throw new Failure(400, { error: errors[0]?.message ?? '', details: { errors } });
  return record;
};

const bodyOf = (entered: Entered): Sent => {
  const { identifier_type: type, identifier, author } = entered;
  const record = recordOf(entered);
  const value = identifier.trim();
  if (value !== '' && type === '') throw refusal('identifier_type', t('needs_identifier_type'));
  return {
    record,
    ...(value !== '' && type !== '' && { identifier: { type, value } }),
    person_orcids: chosenIn(author.names),
  };
};

const worded = reworded({
  invalid_isbn: () => t('bad_isbn'),
  invalid_identifier: () => t('bad_identifier'),
  work_exists: () => t('identifier_taken'),
});

/** The API names the place in the body; the form has its field. */
const refused = (error: unknown): Failure => {
  const failure = worded(failureFrom(error));
  if (failure.code === 'work_exists') return failure.about({ field: 'identifier' });
  const { field } = failure.details;
  if (typeof field !== 'string') return failure;
  return failure.about({ ...failure.details, field: field.replace(/^record\//u, '') });
};

const Authors = ({ form }: { readonly form: Form<Entered> }) => {
  const { author } = form.values.value;
  const onNames = (names: Of<'names'>['names']): void => form.set('author', { of: 'names', names });
  return (
    <div class="stack">
      <p class="field-label">{fieldName('author')}</p>
      <NamesEditor label={fieldName('author')} names={author.names} error={form.errorOf('author')} onNames={onNames} />
      <FindPerson
        label={t('author_of_catalogue')}
        noMatch={t('no_person')}
        taken={author.names.map(({ orcid, person }) => person ?? orcid)}
        takenLabel={t('is_author')}
        icon="plus"
        action={t('add')}
        actionFor={(name) => t('add_author', { name })}
        onTake={(person, name) => onNames(added(author.names, nameOfPerson(name), person))}
      />
    </div>
  );
};

const Fields = ({ close }: { readonly close: () => void }) => {
  const form = useForm<Entered>({
    initial: EMPTY,
    draft: 'publication:new',
    refused,
    save: async (entered) => {
      const { body, cause } = await api('POST /api/publications', { body: bodyOf(entered) });
      close();
      sayDone(t('created'), cause);
      navigate(here(publicationPath(body.id)));
    },
  });
  const { value: title, error, onValue: onTitle } = form.field('title');
  return (
    <FormView form={form} action={t('create')} onCancel={close}>
      <MarkupEditor label={fieldName('title')} isRequired text={title} error={error} onText={onTitle} />
      <SelectField
        label={fieldName('type')}
        isRequired
        options={[{ value: '', label: t('choose_type') }, ...typeOptions()]}
        {...form.field('type')}
      />
      <Authors form={form} />
      <DateEditor
        label={fieldName('issued')}
        typed={form.values.value.issued}
        error={form.errorOf('issued')}
        isRange={false}
        onTyped={(issued) => form.set('issued', issued)}
      />
      <div class="stack">
        <div class="identifier-row">
          <SelectField
            label={t('identifier_type')}
            options={[
              { value: '', label: t('no_identifier') },
              ...GIVEN_IDENTIFIERS.map((value) => ({ value, label: identifierTypeName(value) })),
            ]}
            {...form.field('identifier_type')}
          />
          <TextField label={t('identifier')} type="code" {...form.field('identifier')} />
        </div>
        <p class="muted small">{t('identifier_hint')}</p>
      </div>
      <p class="muted small">{t('rest_later')}</p>
    </FormView>
  );
};

export const AddByHand = ({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) => (
  <Dialog title={t('add_by_hand')} isOpen={isOpen} onClose={close} size="large">
    <Fields close={close} />
  </Dialog>
);
