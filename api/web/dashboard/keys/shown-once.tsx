/** A key that was just issued: it is there to be copied, and nowhere afterwards. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { navigate } from '../../client/router.ts';
import { Button } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/states.tsx';
import { words as t } from './words.ts';

export type Issued = {
  /** Where to go when it was copied; default: nowhere. */
  readonly page?: string;
  readonly key: string;
  /** Whose it is. */
  readonly name: string;
  /** Where it is used. */
  readonly address: string | null;
  /** Where its use is described. */
  readonly guide: string | null;
};

const Content = ({ issued: { key, address, guide } }: { readonly issued: Issued }) => (
  <>
    <Notice kind="warning">{t('shown_once')}</Notice>
    <CopyField label={t('key')} value={key} action={t('copy_key')} hasFocus />
    {address !== null && guide !== null && (
      <CopyField
        label={t('used_at')}
        value={address}
        action={t('copy_address')}
        hint={
          <>
            {t('guide_hint')}{' '}
            <a class="in-text" href={guide}>
              {guide}
            </a>
          </>
        }
      />
    )}
  </>
);

type Props = { readonly issued: Issued | null; readonly onDone: () => void };

const ShownOnce = ({ issued, onDone }: Props) => (
  <Dialog
    title={issued === null ? '' : t('key_for', { name: issued.name })}
    isOpen={issued !== null}
    onClose={onDone}
    mustAnswer
    actions={
      <Button kind="primary" onClick={onDone}>
        {t('done')}
      </Button>
    }
  >
    {issued !== null && <Content issued={issued} />}
  </Dialog>
);

type IssueProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The form; what it issues is shown in its place. */
  readonly children: (onIssued: (issued: Issued) => void) => ComponentChildren;
};

export const IssueDialog = ({ title, isOpen, close, children }: IssueProps) => {
  const [issued, setIssued] = useState<Issued | null>(null);
  const done = (): void => {
    setIssued(null);
    close();
    if (issued?.page !== undefined) navigate(issued.page);
  };
  return (
    <>
      <Dialog title={title} isOpen={isOpen && issued === null} onClose={close}>
        {children(setIssued)}
      </Dialog>
      <ShownOnce issued={issued} onDone={done} />
    </>
  );
};
