/** A button of a page, by default its main one, and the state of the dialog that it opens. */
import { useState } from 'preact/hooks';
import type { ComponentProps } from 'preact';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';

export const useOpener = (
  label: string,
  icon: IconName = 'plus',
  kind: ComponentProps<typeof Button>['kind'] = 'primary',
) => {
  const [isOpen, setOpen] = useState(false);
  const opener = (
    <Button kind={kind} icon={icon} onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
  return { opener, dialog: { isOpen, close: () => setOpen(false) } };
};
