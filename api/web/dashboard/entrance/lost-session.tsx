/** Shown when the session ends on an open page: the reader signs in from another tab and continues without losing anything. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reloadAll } from '../../client/live.ts';
import { isSessionLost, loadSession, rememberPlace } from '../../client/session.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { words as t } from './generated/words.ts';
import { placeToReturn, providerAddress } from './ways-in.ts';

const isStill = signal(false);

const look = async (): Promise<void> => {
  await loadSession();
  isStill.value = isSessionLost.value;
};

export const LostSession = () => {
  const lost = isSessionLost.value;
  useEffect(() => {
    if (!lost) return;
    isStill.value = false;
    rememberPlace(placeToReturn());
    const back = (): void => void loadSession();
    addEventListener('focus', back);
    return () => {
      removeEventListener('focus', back);
      reloadAll();
    };
  }, [lost]);
  const provider = lost ? providerAddress() : null;
  return (
    <Dialog
      title={t('lost_title')}
      isOpen={lost}
      onClose={() => undefined}
      size="small"
      mustAnswer
      actions={
        <>
          <Button onClick={() => void look()}>{t('continue')}</Button>
          {provider !== null && (
            <ButtonLink kind="primary" href={provider} target="_blank">
              {t('sign_in_again')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{t('lost_text')}</p>
      {provider === null && <p class="muted">{t('link_only')}</p>}
      {isStill.value && <p role="alert">{t('still_signed_out')}</p>}
    </Dialog>
  );
};
