/** Copies text to the clipboard and confirms it on the button: a toast would be behind a dialog. */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Button } from './button.tsx';
import { words as common } from './generated/words.ts';
import { attempt } from './toast.tsx';

type Props = {
  readonly text: string;
  readonly html?: string;
  /** The accessible name, which says what is copied. */
  readonly label: string;
};

const copied = async ({ text, html }: Props): Promise<void> => {
  if (html === undefined) return navigator.clipboard.writeText(text);
  const blob = (type: string, content: string): Blob => new Blob([content], { type });
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': blob('text/plain', text), 'text/html': blob('text/html', html) }),
  ]);
};

export const CopyButton = (props: Props) => {
  const isDone = useMemo(() => signal(false), [props.text]);
  const copy = (): Promise<void> =>
    attempt(async () => {
      await copied(props);
      isDone.value = true;
    });
  return (
    <>
      <Button
        isSmall
        icon={isDone.value ? 'check' : 'copy'}
        aria-label={isDone.value ? undefined : props.label}
        onClick={() => void copy()}
      >
        {common(isDone.value ? 'copied' : 'copy')}
      </Button>
      <span class="unseen" role="status">
        {isDone.value && common('copied')}
      </span>
    </>
  );
};
