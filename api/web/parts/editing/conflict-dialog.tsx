/** Resolves a conflict: shows both sides' changes, with a choice where they overlap. */
import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { words as common } from '../generated/words.ts';
import { Notice } from '../states.tsx';
import type { Conflict } from './conflict.ts';
import type { Fieldset } from './fieldset.ts';
import { words as t } from './generated/words.ts';
import type { Saving } from './saving.ts';
import type { Value } from './value.ts';

type Shown = Pick<Fieldset<never>, 'nameOf' | 'show'>;

export type Who = { readonly name: string; readonly isReader: boolean };

type Props = {
  readonly fieldset: Shown;
  readonly conflict: Conflict;
  readonly saving: Pick<Saving<never, never>, 'isSaving' | 'forget' | 'resolve'>;
  /** Who made the other changes, if known. */
  readonly who: Who | null;
  /** What else has happened to the record. */
  readonly note?: string | null;
};

type ChangesProps = {
  readonly fieldset: Shown;
  readonly title: string;
  readonly changes: readonly (readonly [field: string, value: Value])[];
};

const Changes = ({ fieldset: { nameOf, show }, title, changes }: ChangesProps) =>
  changes.length > 0 && (
    <section class="stack">
      <h3>{title}</h3>
      <dl>
        {changes.map(([field, value]) => (
          <div key={field} class="conflict-row breakable">
            <dt class="muted">{nameOf(field)}</dt>
            <dd>{show(field, value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );

export const ConflictDialog = ({ fieldset, conflict, saving: { isSaving, forget, resolve }, who, note }: Props) => {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const { mine, overlapping } = conflict;
  const others = conflict.theirs.filter(({ field }) => !overlapping.includes(field));
  const own = Object.entries(mine).filter(([field]) => !overlapping.includes(field));
  const valueOf = (field: string): Value => conflict.theirs.find((each) => each.field === field)?.after ?? null;
  const isReader = who?.isReader === true;
  const by = who === null ? t('overtaken_by_someone') : t('overtaken_by', { name: who.name });
  const choose = (field: string, isTheirs: boolean): void =>
    setTheirs(new Set(isTheirs ? [...theirs, field] : [...theirs].filter((each) => each !== field)));
  return (
    <Dialog
      title={t(isReader ? 'overtaken_yourself' : 'overtaken')}
      isOpen
      onClose={forget}
      size="large"
      actions={
        <>
          <Button onClick={forget}>{t('go_on_editing')}</Button>
          <Button kind="primary" isBusy={isSaving} onClick={() => resolve(theirs)}>
            {overlapping.length === 0 ? t('save_mine_too') : common('save')}
          </Button>
        </>
      }
    >
      <p>
        {isReader ? t('overtaken_by_you') : by}{' '}
        {overlapping.length === 0 ? t('no_overlap') : t('overlap', { count: overlapping.length })}
      </p>
      {note != null && <Notice kind="warning">{note}</Notice>}
      {overlapping.map((field) => (
        <fieldset key={field} class="choice tiles">
          <legend>{fieldset.nameOf(field)}</legend>
          {[
            { isTheirs: false, label: t('mine'), value: mine[field]?.mine ?? null },
            { isTheirs: true, label: t(isReader ? 'saved_version' : 'theirs'), value: valueOf(field) },
          ].map(({ isTheirs, label, value }) => {
            const isChosen = theirs.has(field) === isTheirs;
            return (
              <label key={label} class={isChosen ? 'choice-side chosen' : 'choice-side'}>
                <input
                  type="radio"
                  name={`choice-${field}`}
                  checked={isChosen}
                  onChange={() => choose(field, isTheirs)}
                />
                <span class="choice-value breakable">
                  <span class="muted small">{label}</span>
                  {fieldset.show(field, value)}
                </span>
              </label>
            );
          })}
        </fieldset>
      ))}
      <Changes fieldset={fieldset} title={t('your_changes')} changes={own.map(([field, edit]) => [field, edit.mine])} />
      <Changes
        fieldset={fieldset}
        title={t(isReader ? 'saved_changes' : 'their_changes')}
        changes={others.map(({ field, after }) => [field, after])}
      />
    </Dialog>
  );
};
