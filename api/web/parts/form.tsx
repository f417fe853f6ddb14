/** A form: its values, their errors, and a draft that is kept until the form is saved. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { draftOf, dropDraft, keepDraft } from '../client/drafts.ts';
import { Failure } from '../client/failure.ts';
import { inWords } from '../client/refusal.ts';
import { me, workspace } from '../client/session.ts';
import { Button } from './button.tsx';
import { words as common } from './generated/words.ts';
import { failureText, Alert } from './states.tsx';
import { showFailure } from './toast.tsx';

export type Entered<T> = {
  readonly value: T;
  readonly error: string | undefined;
  readonly onValue: (value: T) => void;
};

type Options<V> = {
  readonly initial: V;
  /** With the workspace, the key of the draft, such as `website:1`. Default: no draft is kept. */
  readonly draft?: string;
  /** Rejects with the failure that the form shows. */
  readonly save: (values: V) => Promise<unknown>;
  readonly refused?: (error: unknown) => Failure;
};

/** `base`: what the typed values replace. */
type Draft<V> = Readonly<Record<'typed' | 'base', Partial<V>>>;

export const openForm = <V extends object>(
  { initial, draft: kept, save, refused = inWords }: Options<V>,
  failure = signal<Failure | null>(null),
) => {
  const user = me.peek()?.user_id ?? '';
  const draft = kept === undefined ? undefined : `${workspace.peek() ?? ''}:${kept}`;
  const found = draft === undefined ? null : draftOf<Draft<V>>(user, draft);
  const values = signal<V>({ ...initial, ...found?.typed });
  const isSaving = signal(false);
  const differing = (given: Partial<V>): readonly (keyof V)[] =>
    (Object.keys(given) as (keyof V)[]).filter((name) => JSON.stringify(given[name]) !== JSON.stringify(initial[name]));
  /** Of the fields whose values differ from the initial ones. */
  const changedOf = (given: V): Partial<V> =>
    Object.fromEntries(differing(values.value).map((name) => [name, given[name]])) as Partial<V>;
  const changed = (): Partial<V> => changedOf(values.value);
  let base = changedOf({ ...initial, ...found?.base });
  const note = (): void => {
    if (draft === undefined) return;
    // Unchanged fields are not kept but reloaded from the server: someone else may have changed them in the meantime.
    const typed = changed();
    base = changedOf({ ...initial, ...base });
    if (Object.keys(typed).length > 0) keepDraft(user, draft, { typed, base });
    else dropDraft(user, draft);
  };
  /** Refuses once to replace what others have changed since it was typed over. */
  const mustKnowTheirs = (): void => {
    const theirs = differing(base);
    base = {};
    note();
    const errors = theirs.map((field) => ({ field }));
    if (errors.length > 0) throw new Failure(412, { details: { errors } }, { words: common('save_over_theirs') });
  };
  const set = <Name extends keyof V>(name: Name, value: V[Name]): void => {
    values.value = { ...values.value, [name]: value };
    note();
  };
  const named = new Set<string>();
  const errorOf = (name: string): string | undefined => {
    named.add(name);
    return failure.value?.byField.get(name);
  };
  return {
    values: values as ReadonlySignal<V>,
    failure: failure as ReadonlySignal<Failure | null>,
    isSaving: isSaving as ReadonlySignal<boolean>,
    changed,
    set,
    /** The props for the control of a value. `named`: its name in the API, if different. */
    field: <Name extends keyof V & string>(name: Name, named: string = name): Entered<V[Name]> => ({
      value: values.value[name],
      error: errorOf(named) ?? errorOf(name),
      onValue: (value) => set(name, value),
    }),
    errorOf,
    /** The failure, unless the fields show all of it. */
    rest: (): Failure | null => {
      const fields = [...(failure.value?.byField.keys() ?? [])];
      return fields.length > 0 && fields.every((field) => named.has(field)) ? null : failure.value;
    },
    forgive: (): void => {
      failure.value = null;
    },
    submit: async (): Promise<void> => {
      if (isSaving.value) return;
      isSaving.value = true;
      failure.value = null;
      try {
        mustKnowTheirs();
        await save(values.value);
        if (draft !== undefined) dropDraft(user, draft);
      } catch (error) {
        failure.value = refused(error);
      } finally {
        isSaving.value = false;
      }
    },
  };
};

export type Form<V extends object> = ReturnType<typeof openForm<V>>;

/** A form for the life of its component; another `subject` starts a new one. */
export const useForm = <V extends object>(options: Options<V>, subject = ''): Form<V> => {
  // What others save replaces the form, and may do so while it shows, or awaits, that it was refused.
  const failure = useMemo(() => signal<Failure | null>(null), []);
  return useMemo(() => openForm(options, failure), [subject]);
};

export const submitting =
  (run: () => unknown) =>
  (event: Event): void => {
    event.preventDefault();
    void run();
  };

/** The fields that take the focus of a dialog, the preferred ones first. */
const FIRST = ['[autofocus]', 'input:is(:not([type=radio]), :checked), textarea'];

type Props<V extends object> = {
  readonly form: Form<V>;
  readonly children: ComponentChildren;
  readonly action?: string;
  /** For actions that end something or cannot be undone. */
  readonly isDangerous?: boolean;
  readonly onCancel?: () => void;
};

/** The fields with the buttons below; errors that belong to no field are shown above the buttons. */
export const FormView = <V extends object>({
  form,
  children,
  action = common('save'),
  isDangerous = false,
  onCancel,
}: Props<V>) => {
  const failure = form.failure.value;
  const rest = form.rest();
  const element = useRef<HTMLFormElement>(null);
  // A layout effect runs before the next key event: typing that begins when the form appears goes into it.
  useLayoutEffect(() => {
    const dialog = element.current?.closest('dialog') ?? null;
    const first = FIRST.map((field) => element.current?.querySelector<HTMLElement>(field)).find(Boolean);
    if (dialog === null || !first) return;
    // A dialog sets the focus when it opens, but not on content that is loaded afterwards.
    if (dialog.open) first.focus();
    else first.autofocus = true;
  }, []);
  useEffect(() => {
    if (failure !== null) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);
  const submit = async (): Promise<void> => {
    await form.submit();
    // The dialog was closed in the meantime: nothing else shows what went wrong.
    if (element.current === null && form.failure.value !== null) showFailure(form.failure.value);
  };
  return (
    <form ref={element} class="form stack airy" onSubmit={submitting(submit)}>
      {children}
      <Alert of={rest && failureText(rest)} />
      <div class="actions">
        {onCancel !== undefined && <Button onClick={onCancel}>{common('cancel')}</Button>}
        <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} isBusy={form.isSaving.value}>
          {form.isSaving.value ? common('saving') : action}
        </Button>
      </div>
    </form>
  );
};
