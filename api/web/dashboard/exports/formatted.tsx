/** The dialog in which a style of formatted citations is chosen; it opens with the last choice. */
import { useState } from 'preact/hooks';
import type { BodyOf } from '../../client/api.ts';
import { keepValue, keptValue } from '../../client/storage.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { choicesOf, SelectField } from '../../parts/field.tsx';
import { submitting } from '../../parts/form.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { languageName } from '../publication/languages.ts';
import { words as t } from './generated/words.ts';

type Body = BodyOf<'POST /api/publications/export'>;
type Locale = NonNullable<Body['locale']>;

/** As the server takes it; absent values are its defaults. */
export type Formatting = Pick<Body, 'format' | 'style' | 'locale' | 'group'>;

/** Empty for the default. */
type Choice = {
  readonly format: 'docx' | 'html' | 'text';
  readonly style: string;
  readonly locale: Locale | '';
  readonly group: 'year' | 'type' | '';
};

const KEPT = 'formatted-citations';
const FIRST: Choice = { format: 'docx', style: 'apa', locale: '', group: '' };

const LOCALES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'] as const satisfies readonly Locale[];

const localeOptions = () => [
  { value: '' as const, label: t('of_style') },
  ...LOCALES.map((value) => ({ value, label: languageName(value) })),
];

const formattingOf = ({ format, style, locale, group }: Choice): Formatting => ({
  format,
  // The server has further styles, which are no part of the interface.
  style: style as Formatting['style'],
  ...(locale === '' ? {} : { locale }),
  ...(group === '' ? {} : { group }),
});

const lastChoice = (): Choice => ({ ...FIRST, ...keptValue<Partial<Choice>>(KEPT) });

/** A Word document with the options chosen last. */
export const wordFormatting = (): Formatting => formattingOf({ ...lastChoice(), format: 'docx' });

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSave: (formatting: Formatting) => void;
};

const Choices = ({ onClose, onSave }: Omit<Props, 'isOpen'>) => {
  const { data } = useAnswer('GET /api/citation-styles', {});
  const [choice, setChoice] = useState(lastChoice);
  const change = (changed: Partial<Choice>): void => setChoice({ ...choice, ...changed });
  const styles = (data?.styles ?? []).map(({ name, title }) => ({ value: name, label: title }));
  // One that the operator has removed since is no choice.
  const style = styles.some(({ value }) => value === choice.style) ? choice.style : FIRST.style;
  return (
    <form
      class="stack loose"
      onSubmit={submitting(() => {
        const chosen = { ...choice, style };
        keepValue(KEPT, chosen);
        onClose();
        onSave(formattingOf(chosen));
      })}
    >
      <SelectField
        label={t('as')}
        value={choice.format}
        options={choicesOf({ docx: t('as_docx'), html: t('as_html'), text: t('as_text') })}
        onValue={(format) => change({ format })}
      />
      <SelectField label={t('style')} value={style} options={styles} onValue={(value) => change({ style: value })} />
      <SelectField
        label={t('citation_language')}
        value={choice.locale}
        options={localeOptions()}
        onValue={(locale) => change({ locale })}
      />
      <SelectField
        label={t('headings')}
        value={choice.group}
        options={choicesOf({ '': t('no_headings'), year: t('by_year'), type: t('by_type') })}
        onValue={(group) => change({ group })}
      />
      <p class="muted small">{t('formatted_hint')}</p>
      <div class="actions">
        <Button kind="primary" type="submit" disabled={data === null}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
};

export const FormattedDialog = ({ isOpen, onClose, onSave }: Props) => (
  <Dialog title={t('formatted_title')} isOpen={isOpen} onClose={onClose} size="small">
    <Choices onClose={onClose} onSave={onSave} />
  </Dialog>
);
