/** Edits a list of names: their order by dragging or buttons, their parts and iDs. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../../parts/button.tsx';
import { textIn } from '../../../parts/editing/value.ts';
import { TextField } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Alert } from '../../../parts/states.tsx';
import { words as t } from '../generated/words.ts';
import { added, changed, listedName, moved, without } from '../names.ts';
import type { TypedName } from '../typed.ts';

type Names = readonly TypedName[];
type Props = {
  readonly label: string;
  readonly names: Names;
  readonly error?: string;
  readonly onNames: (names: Names) => void;
};

const MOVES = [
  { way: 'up', by: -1 },
  { way: 'down', by: 1 },
] as const;

/** Each row has several controls; more rows are shown on demand. */
const ROWS_SHOWN = 60;

const controlOf = (control: 'up' | 'down' | 'remove', { key }: TypedName): string =>
  `[data-control="${control}-${key}"]`;

type PartsProps = {
  readonly entry: TypedName;
  readonly onEntry: (change: Partial<TypedName>) => void;
};

const Parts = ({ entry, onEntry }: PartsProps) => {
  const part = (name: string, label: string) => (
    <TextField
      label={label}
      value={textIn(entry.name[name])}
      onValue={(value) => onEntry({ name: { ...entry.name, [name]: value } })}
    />
  );
  return (
    <div class="name-parts tiles">
      {'literal' in entry.name ? (
        part('literal', t('group_name'))
      ) : (
        <>
          {part('given', t('given'))}
          {part('family', t('family'))}
        </>
      )}
      {!('literal' in entry.name) && (
        <TextField
          label={t('orcid')}
          placeholder="0000-0000-0000-0000"
          type="code"
          value={entry.orcid}
          onValue={(orcid) => onEntry({ orcid })}
        />
      )}
    </div>
  );
};

export const NamesEditor = ({ label, names, error, onNames }: Props) => {
  const [open, setOpen] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [shown, setShown] = useState(ROWS_SHOWN);
  const [said, say] = useState('');
  const editor = useRef<HTMLDivElement>(null);
  /** The control to focus after rows have moved, come or gone: a selector. */
  const focused = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focused.current === null) return;
    editor.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = null;
  }, [names, open]);

  const move = (from: number, to: number, control: string | null): void => {
    const next = moved(names, from, to);
    const entry = names[from];
    if (entry === undefined || to < 0 || to >= names.length) return;
    focused.current = control;
    onNames(next);
    setShown(Math.max(shown, to + 1));
    say(t('moved_to', { name: listedName(entry.name), place: next.indexOf(entry) + 1, of: next.length }));
  };
  const add = (name: TypedName['name']): void => {
    const next = added(names, name);
    focused.current = '.name-parts input';
    onNames(next);
    setShown(Math.max(shown, next.length));
    setOpen(next.at(-1)?.key ?? null);
  };
  const remove = (index: number, key: number): void => {
    const neighbour = names[index + 1] ?? names[index - 1];
    focused.current = neighbour === undefined ? '.actions button' : controlOf('remove', neighbour);
    onNames(without(names, key));
  };
  return (
    <div ref={editor} class="stack" role="group" aria-label={label}>
      <ol class="stack tight">
        {names.slice(0, shown).map((entry, index) => {
          const name = listedName(entry.name) || t('new_name');
          const isOpen = open === entry.key;
          return (
            <li
              key={entry.key}
              class={over === index && dragged !== null ? 'name-row over' : 'name-row'}
              draggable={!isOpen}
              onDragStart={(event) => {
                event.dataTransfer?.setData('text/plain', name);
                setDragged(index);
              }}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setOver(index);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, index, null);
              }}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
            >
              <span class="grip muted" title={t('drag')}>
                <Icon name="grip-vertical" size={14} />
              </span>
              <span class="breakable" dir="auto">
                {name}
                {entry.orcid !== '' && <span class="muted mono small nowrap"> {entry.orcid}</span>}
              </span>
              <span class="name-actions">
                {MOVES.map(({ way, by }) => (
                  <IconButton
                    key={way}
                    icon={`arrow-${way}`}
                    label={t(`move_${way}`, { name })}
                    data-control={`${way}-${entry.key}`}
                    onClick={() => move(index, index + by, controlOf(way, entry))}
                  />
                ))}
                <IconButton
                  icon={isOpen ? 'check' : 'pencil'}
                  label={isOpen ? t('done_name', { name }) : t('edit_name', { name })}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : entry.key)}
                />
                <IconButton
                  icon="x"
                  label={t('remove_name', { name })}
                  data-control={`remove-${entry.key}`}
                  onClick={() => remove(index, entry.key)}
                />
              </span>
              {isOpen && <Parts entry={entry} onEntry={(change) => onNames(changed(names, entry.key, change))} />}
            </li>
          );
        })}
      </ol>
      {shown < names.length && (
        <Button kind="quiet" isSmall onClick={() => setShown(names.length)}>
          {t('all_names', { count: names.length })}
        </Button>
      )}
      <div class="actions">
        <Button isSmall icon="plus" onClick={() => add({ given: '', family: '' })}>
          {t('add_person')}
        </Button>
        <Button isSmall icon="plus" onClick={() => add({ literal: '' })}>
          {t('add_group')}
        </Button>
      </div>
      <Alert of={error} />
      <p class="unseen" role="status">
        {said}
      </p>
    </div>
  );
};
