/** A value as it is read. */
import { useState } from 'preact/hooks';
import { list, number, partialDate } from '../../client/format.ts';
import { Button } from '../../parts/button.tsx';
import { Markup } from '../../parts/markup.tsx';
import { typeName } from '../csl-types.ts';
import type { Kind } from './fields.ts';
import { languageName } from './languages.ts';
import { readName } from './names.ts';
import { ORCID, type Fields, type Value } from './value.ts';
import { words as t } from './words.ts';

type Props = { readonly kind: Kind; readonly value: Value };

/** As many names as are read at a glance; a record may have thousands. */
const NAMES_SHOWN = 30;

const datePart = (part: unknown): string => String(part).padStart(2, '0');

/** `2021-03-09`, as precise as it is known, or the words for it. */
export const dateText = (value: Value): string => {
  const { 'date-parts': parts, literal, raw } = (value ?? {}) as Fields;
  const text = typeof literal === 'string' ? literal : typeof raw === 'string' ? raw : '';
  if (!Array.isArray(parts)) return text;
  return (parts as readonly (readonly unknown[])[])
    .map(([year, ...rest]) => partialDate([String(year), ...rest.map(datePart)].join('-')))
    .join(' – ');
};

/** In words, for a message or a comparison. */
export const valueText = (kind: Kind, value: Value): string => {
  if (value === null) return '';
  if (kind === 'date') return dateText(value);
  if (kind === 'names' && Array.isArray(value)) {
    return (value as readonly Fields[])
      .map((name) => (typeof name[ORCID] === 'string' ? `${readName(name)} (${name[ORCID]})` : readName(name)))
      .join('; ');
  }
  if (kind === 'type' && typeof value === 'string') return typeName(value);
  if (kind === 'language' && typeof value === 'string') return languageName(value);
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join(', '); // prettier-ignore
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const Name = ({ name }: { readonly name: Fields }) => {
  const orcid = name[ORCID];
  return (
    <li dir="auto">
      {readName(name)}
      {typeof orcid === 'string' && (
        <a
          class="orcid"
          href={`https://orcid.org/${orcid}`}
          rel="noreferrer"
          aria-label={t('orcid_of', { name: readName(name), orcid })}
          title={orcid}
        >
          iD
        </a>
      )}
    </li>
  );
};

const Names = ({ names }: { readonly names: readonly Fields[] }) => {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? names : names.slice(0, NAMES_SHOWN);
  return (
    <>
      <ol class="names">
        {shown.map((name, index) => (
          <Name key={index} name={name} />
        ))}
      </ol>
      {shown.length < names.length && (
        <Button kind="quiet" isSmall onClick={() => setWhole(true)}>
          {t('all_names', { count: names.length })}
        </Button>
      )}
    </>
  );
};

export const ShownValue = ({ kind, value }: Props) => {
  if (value === null) return <span class="muted">{t('no_value')}</span>;
  if (kind === 'names' && Array.isArray(value)) return <Names names={value as readonly Fields[]} />;
  if ((kind === 'markup' || kind === 'area') && typeof value === 'string')
    return (
      <span dir="auto">
        <Markup html={value} />
      </span>
    );
  if (typeof value === 'number') return <span class="number">{number(value)}</span>;
  if (kind === 'list' && Array.isArray(value)) return <span dir="auto">{list(value.map(String))}</span>;
  return <span dir="auto">{valueText(kind, value)}</span>;
};
