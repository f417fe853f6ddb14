/** Renders the value of a field. */
import { useState } from 'preact/hooks';
import { orcidAt } from '../../../../domain/orcid.ts';
import { Button } from '../../parts/button.tsx';
import { words as editing } from '../../parts/editing/generated/words.ts';
import { Markup } from '../../parts/markup.tsx';
import { valueText } from '../value-text.ts';
import { isFact } from './facts.ts';
import { kindOf } from './fields.ts';
import { readName } from './names.ts';
import { isFields, type Fields, type Value } from '../../parts/editing/value.ts';
import { ShownFacts } from './shown-facts.tsx';
import { words as t } from './generated/words.ts';

/** A record may have thousands; the rest are shown on demand. */
const NAMES_SHOWN = 30;

const Name = ({ name }: { readonly name: Fields }) => {
  const { ORCID: address } = name;
  return (
    <li>
      <bdi>{readName(name)}</bdi>
      {typeof address === 'string' && (
        <>
          {' '}
          <a
            class="badge good"
            href={address}
            rel="noreferrer"
            aria-label={t('orcid_of', { name: readName(name), orcid: orcidAt(address) })}
            title={orcidAt(address)}
          >
            iD
          </a>
        </>
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

export const ShownValue = ({ field, value }: { readonly field: string; readonly value: Value }) => {
  const kind = kindOf(field);
  if (kind === 'names' && Array.isArray(value) && value.length > 0) return <Names names={value as readonly Fields[]} />;
  if (isFact(field) && Array.isArray(value) && value.length > 0)
    return <ShownFacts fact={field} entries={value.filter(isFields)} />;
  const text = valueText(value, field);
  if (text === null) return <span class="muted">{editing('no_value')}</span>;
  if (typeof value === 'number') return <span class="number">{text}</span>;
  const isArea = kind === 'area';
  const hasMarkup = (kind === 'markup' || isArea) && typeof value === 'string';
  return (
    <span class={isArea ? 'paragraphs' : undefined} dir="auto">
      {hasMarkup ? <Markup html={value} /> : text}
    </span>
  );
};
