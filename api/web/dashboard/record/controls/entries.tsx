/** Controls for lists of texts or small objects, such as organisations and images. Properties that are not shown are kept. */
import { isFields, textIn, visibleText, type Fields, type Value } from '../../../parts/editing/value.ts';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/field.tsx';
import { valueText } from '../../value-text.ts';
import type { Control } from '../control.ts';
import { words as t } from '../generated/words.ts';
import { ListEditor } from './list-editor.tsx';
import { Picture } from './picture.tsx';
import { isWebAddress } from './text.tsx';

type Entries = readonly Value[];

const listIn = (value: Value): Entries => (Array.isArray(value) ? (value as Entries) : []);

/** Null for an entry without a name, which is kept unchanged. */
const nameIn = (entry: Value): string | null => {
  if (isFields(entry)) return typeof entry['name'] === 'string' ? entry['name'] : null;
  return typeof entry === 'string' ? entry : null;
};

const renamed = (entry: Value, name: string): Value => (isFields(entry) ? { ...entry, name } : name);

const trimmed = (entry: Value): Value => {
  const name = nameIn(entry);
  return name === null ? entry : renamed(entry, visibleText(name));
};

const readable = (entry: Value): string => nameIn(entry) ?? valueText(entry) ?? '–';

export const organisations = (): Control<Entries> => ({
  typedFrom: listIn,
  read: (typed) => ({ value: typed.map(trimmed).filter((entry) => nameIn(entry) !== '') }),
  edit: (props) => (
    <ListEditor
      {...props}
      nameOf={readable}
      one={(entry, index, change) => {
        const name = nameIn(entry);
        return name === null ? (
          <span class="muted">{readable(entry)}</span>
        ) : (
          <TextField
            label={t('entry_name', { place: index + 1 })}
            hidesLabel
            autocomplete="off"
            value={name}
            onValue={(next) => change(renamed(entry, next))}
          />
        );
      }}
      add={
        <Button isSmall icon="plus" onClick={() => props.onTyped([...props.typed, { name: '' }])}>
          {t('add_organisation')}
        </Button>
      }
    />
  ),
  show: (value) => (
    <ul>
      {listIn(value).map((entry, index) => (
        <li key={index} dir="auto">
          {readable(entry)}
        </li>
      ))}
    </ul>
  ),
});

const addressIn = (entry: Fields): string => textIn(entry['url']);
const textFor = (entry: Fields): string => textIn(entry['alt']);

/** Small images are often kept in the record itself. */
const isImage = (address: string): boolean => isWebAddress(address) || address.startsWith('data:image/');

const Shown = ({ entry }: { readonly entry: Fields }) =>
  isImage(addressIn(entry)) ? (
    <Picture address={addressIn(entry)} text={textFor(entry)} />
  ) : (
    <span class="muted">{valueText(entry) ?? '–'}</span>
  );

/** An empty alternative text marks a decorative picture; an absent one means that none was entered. */
const kept = (entry: Fields): Fields => {
  const { alt, ...rest } = entry;
  return alt === '' ? rest : entry;
};

type Images = readonly Fields[];

type Shape = { readonly most: number; readonly from: (value: Value) => Images; readonly to: (images: Images) => Value };

const pictures = ({ most, from, to }: Shape): Control<Images> => ({
  typedFrom: from,
  read: (typed) => {
    const given = typed.filter((entry) => Object.values(entry).some((value) => value !== ''));
    const isWrong = given.some((entry) => 'url' in entry && !isImage(addressIn(entry)));
    return isWrong ? { problem: 'bad_address' } : { value: to(given.map(kept)) };
  },
  edit: (props) => (
    <ListEditor
      {...props}
      nameOf={(entry, index) => textFor(entry) || t('image', { place: index + 1 })}
      one={(entry, _index, change) => (
        <div class="stack">
          <TextField
            label={t('image_address')}
            type="address"
            value={addressIn(entry)}
            onValue={(url) => change({ ...entry, url })}
          />
          <TextField
            label={t('image_text')}
            hint={t('image_text_hint')}
            autocomplete="off"
            value={textFor(entry)}
            onValue={(alt) => change({ ...entry, alt })}
          />
          {isImage(addressIn(entry)) && <Shown entry={entry} />}
        </div>
      )}
      add={
        props.typed.length < most && (
          <Button isSmall icon="plus" onClick={() => props.onTyped([...props.typed, { url: '', alt: '' }])}>
            {t('add_image')}
          </Button>
        )
      }
    />
  ),
  show: (value) => (
    <ul class="actions">
      {from(value).map((entry, index) => (
        <li key={index}>
          <Shown entry={entry} />
        </li>
      ))}
    </ul>
  ),
});

export const images = (): Control<Images> =>
  pictures({ most: 100, from: (value) => listIn(value).filter(isFields), to: (list) => list });

/** At most one; null if there is none. */
export const image = (): Control<Images> =>
  pictures({ most: 1, from: (value) => (isFields(value) ? [value] : []), to: ([first]) => first ?? null });
