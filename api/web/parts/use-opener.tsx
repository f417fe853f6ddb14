/** The main button of a page, and the state of the dialog that it opens. */
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';

export const useOpener = (label: string, icon: IconName = 'plus') => {
  const [isOpen, setOpen] = useState(false);
  const opener = (
    <Button kind="primary" icon={icon} onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
  return { opener, dialog: { isOpen, close: () => setOpen(false) } };
};
