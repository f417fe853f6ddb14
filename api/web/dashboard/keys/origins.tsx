/** The origins of a website: each with the proof to publish and the state of its verification. */
import { useState } from 'preact/hooks';
import { ago } from '../../client/format.ts';
import { api } from '../../client/session.ts';
import { Button, RowButton } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog, type Question } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Badge } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { words as t } from './generated/words.ts';
import { isOver, type Origin, type ShownWebsite } from './kinds.tsx';
import { originTyped } from './origin-typed.ts';
import { ProofProblemText } from './proof-problem.tsx';
import { act, refusedInWords } from './refusals.ts';

const LOOKS = {
  pending: { kind: 'accent', icon: 'loader-circle' },
  verified: { kind: 'good', icon: 'circle-check' },
  failed: { kind: 'danger', icon: 'circle-alert' },
  revoked: { kind: 'plain', icon: 'x' },
} as const;

const Progress = ({ origin }: { readonly origin: Origin }) => {
  const { verification_status: status, last_verification_error: error, attempts, next_attempt_at: next } = origin;
  return (
    <div class="small muted" role="status">
      {status === 'pending' && (
        <p>
          {attempts === 0 || next === null
            ? t('first_look')
            : t('next_look', { count: attempts, when: ago(Math.max(next, Date.now())) })}
        </p>
      )}
      {status === 'failed' && <p>{t('no_more_looks', { count: attempts })}</p>}
      {error !== null && (
        <p>
          {t('last_look')} <ProofProblemText said={error} />
        </p>
      )}
    </div>
  );
};

const Proof = ({ origin }: { readonly origin: Origin }) => (
  <div class="proof card-body stack loose">
    <p>{t('proof_steps')}</p>
    <CopyField label={t('proof_file')} value={origin.verification_url} action={t('copy_proof_file')} />
    <CopyField label={t('proof_content')} value={origin.verification_token} action={t('copy_proof')} />
    <Progress origin={origin} />
  </div>
);

const OriginRow = ({ origin, website, wrote, again }: ShownWebsite & { readonly origin: Origin }) => {
  const { origin: address, verification_status: status } = origin;
  const params = { id: website.id, originId: origin.id };
  const canChange = !isOver(website) && status !== 'revoked';
  const isUnproven = status === 'pending' || status === 'failed';

  const send = (verb: 'verify' | 'revoke', done: string, sure?: Question): Promise<void> =>
    act(again, sure, async () => {
      const sent = await api(`POST /api/installations/{id}/origins/{originId}/${verb}`, { params });
      const after = { ...origin, verification_status: verb === 'verify' ? 'pending' : 'revoked' } as const;
      wrote({ origins: website.origins.map((each) => (each.id === origin.id ? after : each)) }, sent);
      showToast({ text: done });
    });
  const remove = (): Promise<void> =>
    send('revoke', t('address_removed', { address }), {
      title: t('remove_address_title', { address }),
      body: t(status === 'verified' ? 'remove_address_used' : 'remove_address_unproven'),
      action: t('remove'),
      isDangerous: status === 'verified',
    });

  return (
    <li class="origin">
      <div class="spread">
        <p class="row-text">
          <span class="row-name mono">{address}</span> <Badge {...LOOKS[status]}>{t(`proof_${status}`)}</Badge>
        </p>
        {canChange && (
          <div class="actions">
            {isUnproven && (
              <RowButton
                label={t('look_now')}
                of={address}
                icon="search"
                onClick={() => void send('verify', t('looking'))}
              />
            )}
            <RowButton label={t('remove')} of={address} icon="x" onClick={() => void remove()} />
          </div>
        )}
      </div>
      {canChange && isUnproven && <Proof origin={origin} />}
    </li>
  );
};

const AddForm = ({ website: { id }, again, close }: Omit<ShownWebsite, 'wrote'> & { readonly close: () => void }) => {
  const form = useForm({
    initial: { origin: '' },
    refused: refusedInWords,
    save: async ({ origin: typed }) => {
      await api('POST /api/installations/{id}/origins', { params: { id }, body: { origin: originTyped(typed) } });
      close();
      void again();
    },
  });
  return (
    <FormView form={form} action={t('add_address')} onCancel={close}>
      <TextField
        label={t('address')}
        hint={t('origin_hint')}
        isRequired
        autofocus
        placeholder="https://www.example.org"
        type="address"
        {...form.field('origin')}
      />
    </FormView>
  );
};

/** Origins that wait for verification come first, revoked ones last. */
const ORDER = ['failed', 'pending', 'verified', 'revoked'] as const;

export const Origins = ({ website, wrote, again }: ShownWebsite) => {
  const [isAdding, setAdding] = useState(false);
  const close = (): void => setAdding(false);
  const origins = [...website.origins].sort(
    (left, right) => ORDER.indexOf(left.verification_status) - ORDER.indexOf(right.verification_status),
  );
  return (
    <Section
      title={t('addresses')}
      aside={
        !isOver(website) && (
          <Button isSmall icon="plus" onClick={() => setAdding(true)}>
            {t('add_address')}
          </Button>
        )
      }
    >
      {origins.length === 0 && <p class="card-body muted">{t('no_addresses')}</p>}
      {origins.length > 0 && (
        <ul class="rows">
          {origins.map((origin) => (
            <OriginRow key={origin.id} origin={origin} website={website} wrote={wrote} again={again} />
          ))}
        </ul>
      )}
      <Dialog title={t('add_address')} isOpen={isAdding} onClose={close}>
        <AddForm website={website} again={again} close={close} />
      </Dialog>
    </Section>
  );
};
