/** Shows a newly issued key, which cannot be shown again. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { navigate } from '../../client/router.ts';
import { Button } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/states.tsx';
import { words as t } from './generated/words.ts';

const USED_AT = { website: '/integrations/v1', partner: '/api' } as const;

export type Issued = {
  readonly of: keyof typeof USED_AT;
  readonly name: string;
  /** The URL of the API, if the server knows it. */
  readonly baseUrl: string | null;
  readonly key: string;
  /** Where to go after it was copied. Default: stay. */
  readonly page?: string;
};

const Content = ({ issued: { of, baseUrl, key } }: { readonly issued: Issued }) => (
  <>
    <Notice kind="warning">{t('shown_once')}</Notice>
    <CopyField label={t('key')} value={key} action={t('copy_key')} hasFocus />
    {baseUrl !== null && (
      <CopyField
        label={t('used_at')}
        value={`${baseUrl}${USED_AT[of]}`}
        action={t('copy_address')}
        hint={
          <>
            {t('guide_hint')}{' '}
            <a class="in-text" href={`${baseUrl}/docs`}>
              {`${baseUrl}/docs`}
            </a>
          </>
        }
      />
    )}
  </>
);

export type IssuingProps = { readonly close: () => void; readonly onIssued: (issued: Issued) => void };

type Props = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The form; the issued key replaces it. */
  readonly children: (onIssued: (issued: Issued) => void) => ComponentChildren;
};

export const IssueDialog = ({ title, isOpen, close, children }: Props) => {
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
      <Dialog
        title={t('key_for', { name: issued?.name ?? '' })}
        isOpen={issued !== null}
        onClose={done}
        mustAnswer
        actions={
          <Button kind="primary" onClick={done}>
            {t('done')}
          </Button>
        }
      >
        {issued !== null && <Content issued={issued} />}
      </Dialog>
    </>
  );
};
