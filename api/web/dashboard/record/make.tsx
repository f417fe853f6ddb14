/** Creates a record from its first fields, and opens its page for the others. */
import { Failure } from '../../client/failure.ts';
import { reworded } from '../../client/refusal.ts';
import { navigate } from '../../client/router.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import type { Value, Values } from '../../parts/editing/value.ts';
import { showToast } from '../../parts/toast.tsx';
import { here } from '../pages.ts';
import type { RecordField } from './control.ts';
import { makeRecord, pathOf, type RecordKind } from './kind.ts';
import { words as t } from './generated/words.ts';

type Typed = Readonly<Record<string, unknown>>;

/** The values of all fields. Throws a `Failure` that names each invalid field. */
const read = (fields: readonly RecordField[], typed: Typed): Values => {
  const values: Record<string, Value> = {};
  const errors: { readonly field: string; readonly message: string }[] = [];
  for (const { name, control } of fields) {
    const found = control.read(typed[name]);
    if ('problem' in found) errors.push({ field: name, message: t(found.problem) });
    else values[name] = found.value;
  }
  if (errors.length > 0) throw new Failure(400, { error: errors[0]?.message ?? '', details: { errors } });
  return values;
};

type Props<Item> = { readonly kind: RecordKind<Item>; readonly title: string; readonly close: () => void };

const MakeForm = <Item,>({ kind, title, close }: Props<Item>) => {
  const form = useForm<Typed>({
    initial: Object.fromEntries(kind.making.map(({ name, control }) => [name, control.typedFrom(null)])),
    draft: `${kind.type}:new`,
    refused: reworded(kind.wording),
    save: async (typed) => {
      const id = await makeRecord(kind, read(kind.making, typed));
      showToast({ text: t('made') });
      close();
      navigate(here(pathOf(kind, id)));
    },
  });
  const typed = form.values.value;
  return (
    <FormView form={form} action={title} onCancel={close}>
      {kind.making.map(({ name, label, hint, control }) => (
        <div key={name}>
          {control.edit({
            label: label(),
            hint: hint?.(),
            error: form.errorOf(name),
            isRequired: control.isRequired,
            typed: typed[name],
            onTyped: (next) => form.set(name, next),
          })}
        </div>
      ))}
    </FormView>
  );
};

export const Make = <Item,>({ isOpen, ...props }: Props<Item> & { readonly isOpen: boolean }) => (
  <Dialog title={props.title} isOpen={isOpen} onClose={props.close}>
    <MakeForm {...props} />
  </Dialog>
);
