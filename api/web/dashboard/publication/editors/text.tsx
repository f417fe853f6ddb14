/** Editors of single texts. */
import { useRef } from 'preact/hooks';
import { IconButton } from '../../../parts/button.tsx';
import { words as editing } from '../../../parts/editing/generated/words.ts';
import { choicesOf, Field, SelectField, TextArea, TextField, type FieldProps } from '../../../parts/field.tsx';
import { words as common } from '../../../parts/generated/words.ts';
import { Markup } from '../../../parts/markup.tsx';
import { typeOptions } from '../../csl-types.ts';
import type { Kind } from '../fields.ts';
import { words as t } from '../generated/words.ts';
import { languages } from '../languages.ts';

type Props = FieldProps & { readonly text: string; readonly onText: (text: string) => void };

const MARKS = [
  { element: 'i', icon: 'italic', label: 'italic' },
  { element: 'b', icon: 'bold', label: 'bold' },
  { element: 'sub', icon: 'subscript', label: 'subscript' },
  { element: 'sup', icon: 'superscript', label: 'superscript' },
] as const;

/** Edits a text with markup: buttons wrap the selection, and a preview shows the result. */
export const MarkupEditor = ({ text, onText, ...field }: Props) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const mark = (element: string): void => {
    const control = area.current;
    if (control === null) return;
    const { selectionStart: from, selectionEnd: to } = control;
    const open = `<${element}>`;
    onText(`${text.slice(0, from)}${open}${text.slice(from, to)}</${element}>${text.slice(to)}`);
    control.focus();
    requestAnimationFrame(() => control.setSelectionRange(from + open.length, to + open.length));
  };
  return (
    <div>
      <Field {...field}>
        {(bound) => (
          <textarea
            {...bound}
            ref={area}
            class="control"
            rows={text.length > 160 ? 5 : 2}
            dir="auto"
            value={text}
            onInput={(event) => onText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="marks actions" role="group" aria-label={t('markup')}>
        {MARKS.map(({ element, icon, label }) => (
          <IconButton key={element} icon={icon} label={t(label)} onClick={() => mark(element)} />
        ))}
        {/[<&]/u.test(text) && (
          <p class="preview breakable" dir="auto">
            <span class="muted small">{t('preview')}</span> <Markup html={text} />
          </p>
        )}
      </div>
    </div>
  );
};

export const TextEditor = ({ kind, text, onText, ...field }: Props & { readonly kind: Kind }) => {
  const control = { ...field, value: text, onValue: onText };
  switch (kind) {
    case 'markup':
      return <MarkupEditor {...field} text={text} onText={onText} />;
    case 'type':
      return <SelectField {...control} options={typeOptions(text)} />;
    case 'language':
      return <SelectField {...control} options={[{ value: '', label: editing('no_value') }, ...languages(text)]} />;
    case 'flag':
      return (
        <SelectField
          {...control}
          options={choicesOf({ '': editing('no_value'), true: common('yes'), false: common('no') })}
        />
      );
    case 'area':
      return <TextArea {...control} rows={8} />;
    case 'list':
      return <TextArea {...control} hint={t('one_per_line')} />;
    case 'whole':
      return <TextField {...control} inputMode="numeric" />;
    case 'decimal':
      return <TextField {...control} inputMode="decimal" />;
    case 'keywords':
      return <TextField {...control} hint={t('with_commas')} />;
    default:
      return <TextField {...control} />;
  }
};
