/** A button of a page, by default its main one, and the state of the dialog that it opens. */
import { useState } from 'preact/hooks';
import type { ComponentProps } from 'preact';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { useFragment } from './use-fragment.ts';

type Options = {
  readonly icon?: IconName;
  readonly kind?: ComponentProps<typeof Button>['kind'];
  /** The fragment of the address that opens it too. */
  readonly at?: string;
};

export const useOpener = (label: string, { icon = 'plus', kind = 'primary', at }: Options = {}) => {
  const [isOpen, setOpen] = useState(false);
  useFragment(at === undefined ? [] : [at], () => setOpen(true));
  const opener = (
    <Button kind={kind} icon={icon} onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
  return { opener, dialog: { isOpen, close: () => setOpen(false) } };
};
