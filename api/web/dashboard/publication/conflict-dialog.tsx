/** Resolves a conflict: shows both sides' changes, with a choice where they overlap. */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { common } from '../../parts/words.ts';
import type { Conflict } from './conflict.ts';
import { fieldName } from './fields.ts';
import { ShownValue } from './shown-value.tsx';
import type { Value } from './value.ts';
import { words as t } from './words.ts';

type Props = {
  readonly conflict: Conflict;
  /** Who made the other change, if known. */
  readonly who: string | null;
  readonly isSaving: boolean;
  readonly onClose: () => void;
  readonly onResolved: (takeTheirs: ReadonlySet<string>) => void;
};

const Row = ({ field, value }: { readonly field: string; readonly value: Value }) => (
  <div class="conflict-row">
    <dt class="muted">{fieldName(field)}</dt>
    <dd>
      <ShownValue field={field} value={value} />
    </dd>
  </div>
);

type ChoiceProps = {
  readonly field: string;
  readonly mine: Value;
  readonly theirs: Value;
  readonly isTheirs: boolean;
  readonly onChoice: (isTheirs: boolean) => void;
};

const Choice = ({ field, mine, theirs, isTheirs, onChoice }: ChoiceProps) => (
  <fieldset class="choice">
    <legend>{fieldName(field)}</legend>
    {[
      { label: t('mine'), value: mine, isChosen: !isTheirs, choose: () => onChoice(false) },
      { label: t('theirs'), value: theirs, isChosen: isTheirs, choose: () => onChoice(true) },
    ].map(({ label, value, isChosen, choose }) => (
      <label key={label} class={isChosen ? 'choice-side chosen' : 'choice-side'}>
        <input type="radio" name={`choice-${field}`} checked={isChosen} onChange={choose} />
        <span class="choice-value">
          <span class="muted small">{label}</span>
          <ShownValue field={field} value={value} />
        </span>
      </label>
    ))}
  </fieldset>
);

export const ConflictDialog = ({ conflict, who, isSaving, onClose, onResolved }: Props) => {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const { mine, overlapping } = conflict;
  const others = conflict.theirs.filter(({ field }) => !overlapping.includes(field));
  const own = Object.entries(mine).filter(([field]) => !overlapping.includes(field));
  const valueOf = (field: string): Value => conflict.theirs.find((each) => each.field === field)?.after ?? null;
  const choose = (field: string, isTheirs: boolean): void =>
    setTheirs(new Set(isTheirs ? [...theirs, field] : [...theirs].filter((each) => each !== field)));
  return (
    <Dialog
      title={t('overtaken')}
      isOpen
      onClose={onClose}
      size="large"
      actions={
        <>
          <Button onClick={onClose}>{t('go_on_editing')}</Button>
          <Button kind="primary" isBusy={isSaving} onClick={() => onResolved(theirs)}>
            {overlapping.length === 0 ? t('save_mine_too') : common('save')}
          </Button>
        </>
      }
    >
      <p>
        {who === null ? t('overtaken_by_someone') : t('overtaken_by', { name: who })}{' '}
        {overlapping.length === 0 ? t('no_overlap') : t('overlap', { count: overlapping.length })}
      </p>
      {overlapping.map((field) => (
        <Choice
          key={field}
          field={field}
          mine={mine[field]?.mine ?? null}
          theirs={valueOf(field)}
          isTheirs={theirs.has(field)}
          onChoice={(isTheirs) => choose(field, isTheirs)}
        />
      ))}
      {own.length > 0 && (
        <section class="conflict-part">
          <h3>{t('your_changes')}</h3>
          <dl>
            {own.map(([field, edit]) => (
              <Row key={field} field={field} value={edit.mine} />
            ))}
          </dl>
        </section>
      )}
      {others.length > 0 && (
        <section class="conflict-part">
          <h3>{t('their_changes')}</h3>
          <dl>
            {others.map(({ field, after }) => (
              <Row key={field} field={field} value={after} />
            ))}
          </dl>
        </section>
      )}
    </Dialog>
  );
};
