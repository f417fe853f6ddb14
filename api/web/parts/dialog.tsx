/** Dialogs: the browser's own, which traps the focus, closes on Escape and restores the focus. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from './button.tsx';
import { words as common } from './generated/words.ts';

type Props = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons, the primary one last. */
  readonly actions?: ComponentChildren;
  readonly size?: 'small' | 'medium' | 'large' | 'drawer' | 'palette';
  /** Neither Escape nor a click outside closes it. */
  readonly mustAnswer?: boolean;
};

export const Dialog = ({ title, isOpen, onClose, children, actions, size = 'medium', mustAnswer = false }: Props) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect runs before the next key event: typing right after the shortcut goes into the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (isOpen && dialog?.open === false) dialog.showModal();
    if (!isOpen && dialog?.open === true) dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      class={`dialog ${size}`}
      aria-labelledby={titleId}
      // A second Escape is not cancelable in Chromium.
      closedby={mustAnswer ? 'none' : undefined}
      onClose={onClose}
      onCancel={(event) => {
        if (mustAnswer) event.preventDefault();
      }}
      onMouseDown={(event) => {
        if (!mustAnswer && event.target === element.current) onClose();
      }}
    >
      {isOpen && (
        <div class="dialog-inside">
          <header class="dialog-header">
            <h2 id={titleId}>{title}</h2>
            {!mustAnswer && <IconButton icon="x" label={common('close')} onClick={onClose} />}
          </header>
          <div class="dialog-content stack loose">{children}</div>
          {actions !== undefined && <footer class="dialog-actions card-footer actions">{actions}</footer>}
        </div>
      )}
    </dialog>
  );
};

export type Question = {
  readonly title: string;
  readonly body?: ComponentChildren;
  /** The label of the confirming button: a verb. */
  readonly action: string;
  readonly isDangerous?: boolean;
};

const asked = signal<(Question & { readonly answer: (isYes: boolean) => void }) | null>(null);

export const confirmed = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked.value?.answer(false);
    asked.value = {
      ...question,
      answer: (isYes) => {
        asked.value = null;
        resolve(isYes);
      },
    };
  });

/** The dialog in which `confirmed` asks. Rendered once. */
export const Questions = () => {
  const question = asked.value;
  return (
    <Dialog
      title={question?.title ?? ''}
      isOpen={question !== null}
      onClose={() => question?.answer(false)}
      size="small"
      actions={
        <>
          {/* A second press of the key that opened the dialog must not confirm a dangerous action. */}
          <Button autofocus={question?.isDangerous} onClick={() => question?.answer(false)}>
            {common('cancel')}
          </Button>
          <Button
            kind={question?.isDangerous === true ? 'danger' : 'primary'}
            autofocus={question?.isDangerous !== true}
            onClick={() => question?.answer(true)}
          >
            {question?.action}
          </Button>
        </>
      }
    >
      {question?.body}
    </Dialog>
  );
};
