/** The command palette (Ctrl/⌘ K), a combobox (WAI-ARIA): the focus stays in the field, the arrow keys choose. */
import { signal } from '@preact/signals';
import { useEffect, useId, useState } from 'preact/hooks';
import { workspace } from '../../client/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { words as t } from './generated/words.ts';
import { fitting, foundRecords, staticEntries, type Entry } from './palette-entries.ts';

const isOpen = signal(false);

/** Fewer letters match too much. */
const LEAST_LETTERS = 2;

const close = (): void => {
  isOpen.value = false;
};

const run = (entry: Entry | undefined): void => {
  if (entry === undefined) return;
  close();
  entry.run();
};

const Search = () => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const q = typed.trim();
  const { data, isLoading, isStale } = useResource(q.length < LEAST_LETTERS ? null : `palette ${q}`, (asking) =>
    foundRecords(q, asking),
  );
  // What earlier words found must not open by a hasty Enter.
  const found = q.length < LEAST_LETTERS || isStale ? [] : (data ?? []);
  const entries = [...fitting(staticEntries(), q), ...found];
  const current = Math.min(chosen, entries.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const keyed = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && entries.length > 0) setChosen((current + by + entries.length) % entries.length);
    else if (event.key === 'Enter') run(entries[current]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div class="search-box palette-box">
        <Icon name="search" />
        <input
          class="control"
          type="text"
          role="combobox"
          aria-label={t('palette')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length === 0 ? undefined : `${id}-${current}`}
          autocomplete="off"
          spellcheck={false}
          autofocus
          placeholder={t('palette_placeholder')}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={keyed}
        />
      </div>
      <div id={`${id}-list`} class="palette-list" role="listbox" aria-label={t('palette')}>
        {entries.map((entry, index) => (
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            class="menu-item line"
            onClick={() => run(entry)}
          >
            <Icon name={entry.icon} />
            <span class="menu-text one-line">{entry.label}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && !isLoading && <p class="menu-inside muted">{t('palette_nothing')}</p>}
    </>
  );
};

export const Palette = () => {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      isOpen.value = !isOpen.value;
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  if (workspace.value === null) return null;
  return (
    <Dialog title={t('palette')} isOpen={isOpen.value} onClose={close} size="palette">
      <Search />
    </Dialog>
  );
};
