/** A text before and after a change: removed words are struck out, added ones are marked. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { words as common } from './generated/words.ts';
import type { Piece, wordsBetween } from './words-between.ts';

/** Until it is loaded, and if it cannot be, the two full texts are shown. */
const compare = signal<typeof wordsBetween | null>(null);

const load = (): Promise<unknown> =>
  import('./words-between.ts').then((loaded) => (compare.value = loaded.wordsBetween)).catch(() => null);

type Props = {
  /** Plain text; null if there was none. */
  readonly before: string | null;
  readonly after: string | null;
  /** One of them only stands for the text, so their words are not compared. */
  readonly isApart?: boolean;
};

const whole = ({ before, after }: Pick<Props, 'before' | 'after'>): readonly Piece[] => [
  ...(before === null ? [] : [{ kind: 'removed', text: before } as const]),
  ...(after === null ? [] : [{ kind: 'added', text: after } as const]),
];

/** Screen readers announce neither colours nor lines, so words say which is which. */
const Shown = ({ kind, text }: Piece) => {
  if (kind === 'same') return <>{text}</>;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <Mark>
      <span class="unseen">{common(kind)}: </span>
      {text}
      <span class="unseen">;</span>
    </Mark>
  );
};

export const TextChange = ({ before, after, isApart = false }: Props) => {
  const between = compare.value;
  useEffect(() => {
    if (compare.peek() === null) void load();
  }, []);
  const pieces = isApart || between === null || before === null || after === null ? null : between(before, after);
  return (
    <span class={pieces === null ? 'text-change breakable apart' : 'text-change breakable'} dir="auto">
      {(pieces ?? whole({ before, after })).map((piece, index) => (
        <Shown key={index} {...piece} />
      ))}
    </span>
  );
};
