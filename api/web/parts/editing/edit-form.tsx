/** The rows of a record as a form, and the bar that saves the fields being edited. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../button.tsx';
import { submitting } from '../form.tsx';
import { Alert, explained } from '../states.tsx';
import { common } from '../words.ts';
import type { Saving } from './saving.ts';
import { words as t } from './words.ts';

type Of<Typed, Problem extends string> = Pick<
  Saving<never, Typed, Problem>,
  'editing' | 'failure' | 'isSaving' | 'save'
>;

/** Focuses the first control of a field that was just opened or closed. */
export const focusOn = (field: string, options?: FocusOptions): void =>
  document.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, select, button)`)?.focus(options);

const SaveBar = <Typed, Problem extends string>({ editing, failure, isSaving }: Omit<Of<Typed, Problem>, 'save'>) => {
  const { edits, problems } = editing.outcome();
  const count = Object.keys(edits).length;
  const wrong = Object.keys(problems).length;
  return (
    <div class="save-bar card-footer spread" role="region" aria-label={t('changes')}>
      <Alert of={failure && explained(failure)} />
      <span class="muted" role="status">
        {count === 0 && wrong === 0 ? t('nothing_changed') : t('fields_changed', { count: count + wrong })}
      </span>
      <div class="actions">
        <Button onClick={editing.closeAll}>{count + wrong === 0 ? common('close') : t('discard')}</Button>
        <Button kind="primary" icon="save" type="submit" isBusy={isSaving} disabled={count === 0 || wrong > 0}>
          {isSaving ? common('saving') : common('save')}
        </Button>
      </div>
    </div>
  );
};

type Props<Typed, Problem extends string> = {
  readonly saving: Of<Typed, Problem>;
  /** The rows of the record. */
  readonly children: ComponentChildren;
  /** What follows the rows, such as a control that adds one. */
  readonly after?: ComponentChildren;
};

export const EditForm = <Typed, Problem extends string>({ saving, children, after }: Props<Typed, Problem>) => {
  const { editing, save } = saving;
  const open = Object.keys(editing.fields.value);
  return (
    <form
      class="record"
      onSubmit={submitting(save)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      <dl>{children}</dl>
      {after}
      {open.length > 0 && <SaveBar {...saving} />}
    </form>
  );
};

type RowProps = {
  readonly field: string;
  readonly name: string;
  readonly isOpen: boolean;
  /** Opens it for editing; absent where it cannot be edited. */
  readonly edit?: (() => void) | undefined;
  readonly close: () => void;
  /** Further actions. */
  readonly actions?: ComponentChildren;
  /** The value, or the editor while it is open. */
  readonly children: ComponentChildren;
};

export const EditRow = ({ field, name, isOpen, edit, close, actions, children }: RowProps) => {
  const wasOpen = useRef(isOpen);
  // The button that was pressed is gone: the focus stays in the row.
  useLayoutEffect(() => {
    if (isOpen !== wasOpen.current && document.activeElement === document.body) focusOn(field, { preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div class={isOpen ? 'record-row open' : 'record-row'} data-field={field}>
      <dt class="muted small">{name}</dt>
      <dd>{children}</dd>
      <dd class="record-actions">
        {isOpen && <IconButton icon="x" label={t('stop_editing', { name })} onClick={close} />}
        {actions}
        {!isOpen && edit !== undefined && <IconButton icon="pencil" label={t('edit_field', { name })} onClick={edit} />}
      </dd>
    </div>
  );
};
