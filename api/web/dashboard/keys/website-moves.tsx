/** Activates, disables, archives or revokes a website. */
import { useState } from 'preact/hooks';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { RadioGroup } from '../../parts/choices.tsx';
import { Dialog, type Question } from '../../parts/dialog.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { words as t } from './generated/words.ts';
import { isOver, workingKeysOf, type ShownWebsite } from './kinds.tsx';
import { act, refusedInWords } from './refusals.ts';

const ENDS = ['archive', 'revoke'] as const;
type End = (typeof ENDS)[number];
const ENDED = { archive: 'archived', revoke: 'revoked' } as const satisfies Record<End, string>;

const EndForm = ({ website, wrote, again, close }: ShownWebsite & { readonly close: () => void }) => {
  const { id, display_name: name } = website;
  const form = useForm<{ readonly end: End }>({
    initial: { end: 'archive' },
    refused: refusedInWords,
    save: async ({ end }) => {
      wrote({ status: ENDED[end] }, await api(`POST /api/installations/{id}/${end}`, { params: { id } }));
      showToast({ text: t(end === 'archive' ? 'website_archived' : 'website_revoked', { name }) });
      close();
      void again();
    },
  });
  return (
    <FormView form={form} action={t('end')} isDangerous onCancel={close}>
      <p>{t('end_stops', { count: workingKeysOf(website).length })}</p>
      <RadioGroup
        label={t('end_why')}
        choices={ENDS.map((value) => ({ value, label: t(`end_${value}`), hint: t(`end_${value}_hint`) }))}
        {...form.field('end')}
      />
      <p class="muted">{t('no_way_back')}</p>
    </FormView>
  );
};

export const WebsiteMoves = ({ website, wrote, again }: ShownWebsite) => {
  const [isEnding, setEnding] = useState(false);
  const { id, display_name: name, status } = website;
  if (isOver(website)) return null;

  const move = (verb: 'activate' | 'disable', text: string, sure?: Question): Promise<void> =>
    act(again, sure, async () => {
      const sent = await api(`POST /api/installations/{id}/${verb}`, { params: { id } });
      wrote({ status: verb === 'activate' ? 'active' : 'disabled' }, sent);
      sayDone(text, sent.cause);
    });
  const disable = (): Promise<void> =>
    move('disable', t('switched_off', { name }), {
      title: t('switch_off_title', { name }),
      body: t('switch_off_stops', { count: workingKeysOf(website).length }),
      action: t('switch_off'),
      isDangerous: true,
    });

  return (
    <>
      {status === 'active' ? (
        <Button icon="power" onClick={() => void disable()}>
          {t('switch_off')}
        </Button>
      ) : (
        <Button kind="primary" icon="check" onClick={() => void move('activate', t('switched_on', { name }))}>
          {t(status === 'disabled' ? 'switch_on' : 'activate')}
        </Button>
      )}
      <Button icon="trash" onClick={() => setEnding(true)}>
        {t('end')}
      </Button>
      <Dialog title={t('end_title', { name })} isOpen={isEnding} onClose={() => setEnding(false)}>
        <EndForm website={website} wrote={wrote} again={again} close={() => setEnding(false)} />
      </Dialog>
    </>
  );
};
