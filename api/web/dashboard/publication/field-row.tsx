/** A row of the record: the field's value and source, its editor while open, and its drift. */
import type { Change } from '../../client/generated/operations.ts';
import { Button } from '../../parts/button.tsx';
import { EditRow } from '../../parts/editing/edit-form.tsx';
import { Drifted } from './drift.tsx';
import { DateEditor } from './editors/date.tsx';
import { NamesEditor } from './editors/names.tsx';
import { TextEditor } from './editors/text.tsx';
import { fieldName, isEditable, kindOf } from './fields.ts';
import type { PublicationSaving } from './fieldset.tsx';
import type { PublicationData } from './read.ts';
import { ShownValue } from './shown-value.tsx';
import { Source } from './source.tsx';
import type { Problem, Typed } from './typed.ts';
import { valueIn } from './value.ts';
import { words as t } from './words.ts';

type EditorProps = {
  readonly field: string;
  readonly typed: Typed;
  /** Found here; `error` is the server's. */
  readonly problem: Problem | undefined;
  readonly error: string | undefined;
  readonly onTyped: (typed: Typed) => void;
};

const Editor = ({
  field,
  typed,
  problem,
  error = problem === undefined ? undefined : t(problem),
  onTyped,
}: EditorProps) => {
  const label = fieldName(field);
  switch (typed.of) {
    case 'date':
      return <DateEditor label={label} typed={typed} error={error} onTyped={onTyped} />;
    case 'names':
      return (
        <NamesEditor
          label={label}
          names={typed.names}
          hasOrcids={field === 'author'}
          error={error}
          onNames={(names) => onTyped({ of: 'names', names })}
        />
      );
    default:
      return (
        <TextEditor
          kind={kindOf(field)}
          label={label}
          hidesLabel
          text={typed.text}
          error={error}
          onText={(text) => onTyped({ of: 'text', text })}
        />
      );
  }
};

type Props = {
  readonly data: PublicationData;
  readonly field: string;
  readonly edit: Change | undefined;
  readonly saving: PublicationSaving;
};

export const FieldRow = ({ data: { publication }, field, edit, saving }: Props) => {
  const { editing, failure, isSaving: isBusy, takeBack, keep } = saving;
  const { merged, edited, drift, deleted_at: deletedAt } = publication;
  const open = editing.fields.value[field];
  const value = valueIn(merged, field);
  const name = fieldName(field);
  const drifted = drift.find((each) => each.field === field);
  const isEdited = edited !== null && Object.hasOwn(edited, field);
  const canEdit = isEditable(field) && deletedAt === null;
  return (
    <EditRow
      field={field}
      name={name}
      isOpen={open !== undefined}
      edit={canEdit ? () => editing.open(field, value) : undefined}
      close={() => editing.close(field)}
      actions={
        open === undefined &&
        isEdited &&
        drifted === undefined &&
        deletedAt === null && (
          <Button
            kind="quiet"
            isSmall
            isBusy={isBusy}
            icon="undo-2"
            aria-label={t('take_back_of', { name })}
            onClick={() => takeBack(field)}
          >
            {t('take_back')}
          </Button>
        )
      }
    >
      {open === undefined ? (
        <>
          <div class="record-value breakable">
            <ShownValue field={field} value={value} />
          </div>
          <Source publication={publication} field={field} edit={edit} />
        </>
      ) : (
        <Editor
          field={field}
          typed={open.typed}
          problem={editing.outcome().problems[field]}
          error={failure?.byField.get(field)}
          onTyped={(typed) => editing.type(field, typed)}
        />
      )}
      {drifted !== undefined && open === undefined && (
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
