/** A row of the record: the field's value, its source and its drift. */
import { isObject } from '../../../../domain/json.ts';
import { OMITTED } from '../../../../domain/publication/omitted.ts';
import type { Change } from '../../client/generated/operations.ts';
import { Button } from '../../parts/button.tsx';
import { EditRow } from '../../parts/editing/edit-form.tsx';
import type { Fields } from '../../parts/editing/value.ts';
import { Drifted } from './drift.tsx';
import { fieldName, isEditable } from './fields.ts';
import { fieldset, type PublicationSaving } from './fieldset.tsx';
import { words as t } from './generated/words.ts';
import type { PublicationData } from './read.ts';
import { Source } from './source.tsx';

type Props = {
  readonly data: PublicationData;
  readonly field: string;
  readonly edit: Change | undefined;
  readonly saving: PublicationSaving;
};

/** Says that the list of authors is not complete. */
const Omitted = ({ record: { custom } }: { readonly record: Fields }) => {
  const count = isObject(custom) ? custom[OMITTED] : undefined;
  if (count === true) return <p class="muted small">{t('authors_cut_off')}</p>;
  return typeof count === 'number' ? <p class="muted small">{t('authors_omitted', { count })}</p> : null;
};

export const FieldRow = ({ data: { publication }, field, edit, saving }: Props) => {
  const { isSaving: isBusy, takeBack, keep } = saving;
  const { merged, edited, drift, deleted_at: deletedAt } = publication;
  const drifted = drift.find((each) => each.field === field);
  const canTakeBack = edited !== null && Object.hasOwn(edited, field) && drifted === undefined && deletedAt === null;
  return (
    <EditRow
      field={field}
      fieldset={fieldset}
      record={merged}
      saving={saving}
      canEdit={isEditable(field) && deletedAt === null}
    >
      {field === 'author' && <Omitted record={merged} />}
      <div class="spread">
        <Source publication={publication} field={field} edit={edit} />
        {canTakeBack && (
          <Button
            kind="quiet"
            isSmall
            isBusy={isBusy}
            icon="undo-2"
            aria-label={t('take_back_of', { name: fieldName(field) })}
            onClick={() => takeBack(field)}
          >
            {t('use_theirs')}
          </Button>
        )}
      </div>
      {drifted !== undefined && (
        <Drifted
          publication={publication}
          drift={drifted}
          isBusy={isBusy}
          take={() => takeBack(field)}
          keep={() => keep(field)}
        />
      )}
    </EditRow>
  );
};
