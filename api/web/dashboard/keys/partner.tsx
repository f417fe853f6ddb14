/** A partner's key: its use, its scopes, and revoking it. */
import { useState } from 'preact/hooks';
import { ago, instant } from '../../client/format.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { RadioGroup } from '../../parts/choices.tsx';
import type { Question } from '../../parts/dialog.tsx';
import { FormView, useForm, type Form } from '../../parts/form.tsx';
import { Page, PendingPage, Section } from '../../parts/page.tsx';
import { Notice } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import type { PageProps } from '../pages.ts';
import { words as t } from './generated/words.ts';
import { listOf, partnerPath, StateBadge, type Partner, type ShownPartner } from './kinds.tsx';
import { PartnerFields, rateTyped, someScopes } from './new-partner.tsx';
import { act, refusedInWords } from './refusals.ts';
import { IssueDialog, type IssuingProps } from './shown-once.tsx';
import { Uses } from './uses.tsx';

const Settings = ({ partner: { key_hash: hash, scopes, rate_limit_per_minute: rate }, wrote, again }: ShownPartner) => {
  const initial = { scopes, rate: String(rate) };
  const form: Form<typeof initial> = useForm(
    {
      initial,
      draft: `partner:${hash}`,
      refused: refusedInWords,
      save: async () => {
        const { scopes: chosen, rate: typed } = form.changed();
        const body = {
          ...(chosen !== undefined && { scopes: someScopes(chosen) }),
          ...(typed !== undefined && { rate_limit_per_minute: rateTyped(typed) }),
        };
        const sent = await api('PATCH /api/site-tools/api-keys/{keyHash}', { params: { keyHash: hash }, body });
        wrote(body, sent);
        sayDone(t('saved'), sent.cause);
        void again();
      },
    },
    JSON.stringify(initial),
  );
  const now = form.values.value;
  return (
    <Section title={t('settings')}>
      <div class="card-body">
        <FormView form={form}>
          <PartnerFields form={form} />
          {scopes.some((scope) => !now.scopes.includes(scope)) && <Notice kind="warning">{t('fewer_scopes')}</Notice>}
        </FormView>
      </div>
    </Section>
  );
};

const RotateForm = ({ partner, close, onIssued }: IssuingProps & { readonly partner: Partner }) => {
  const { key_hash: keyHash, client_name: name, base_url: baseUrl } = partner;
  const form = useForm<{ readonly old: 'keep' | 'end' }>({
    initial: { old: 'keep' },
    refused: refusedInWords,
    save: async ({ old }) => {
      const { body } = await api('POST /api/site-tools/api-keys/{keyHash}/rotate', {
        params: { keyHash },
        body: { revoke_old: old === 'end' },
      });
      onIssued({ of: 'partner', name, baseUrl, key: body.key, page: partnerPath(body.key_hash) });
    },
  });
  return (
    <FormView form={form} action={t('rotate')} onCancel={close}>
      <p>{t('rotate_note')}</p>
      <RadioGroup
        label={t('overlap')}
        choices={(['keep', 'end'] as const).map((value) => ({ value, label: t(`old_${value}`) }))}
        {...form.field('old')}
      />
    </FormView>
  );
};

const Moves = ({ partner, wrote, again }: ShownPartner) => {
  const [isRotating, setRotating] = useState(false);
  const close = (): void => setRotating(false);
  const { key_hash: keyHash, client_name: name, status, last_used_at: used } = partner;
  const params = { keyHash };
  const lastUse = used === null ? t('revoke_unused') : t('revoke_used', { when: ago(used) });

  const change = (isActive: boolean, sure?: Question): Promise<void> =>
    act(again, sure, async () => {
      const sent = await api('PATCH /api/site-tools/api-keys/{keyHash}', { params, body: { is_active: isActive } });
      wrote({ is_active: isActive, status: isActive ? 'active' : 'suspended' }, sent);
      sayDone(t(isActive ? 'partner_resumed' : 'partner_suspended', { name }), sent.cause);
    });
  const suspend = (): Promise<void> =>
    change(false, {
      title: t('suspend_title', { name }),
      body: t('suspend_stops'),
      action: t('suspend'),
      isDangerous: true,
    });
  const revoke = (): Promise<void> => {
    const stops = [lastUse, t('revoke_partner_stops')].map((text) => <p key={text}>{text}</p>);
    const sure = { title: t('revoke_partner_title', { name }), body: stops, action: t('revoke'), isDangerous: true };
    return act(again, sure, async () => {
      const sent = await api('DELETE /api/site-tools/api-keys/{keyHash}', { params });
      wrote({ is_active: false, status: 'revoked', revoked_at: Date.now() }, sent);
      showToast({ text: t('key_revoked') });
    });
  };

  if (status === 'revoked') return null;
  const isActive = status === 'active';
  return (
    <>
      <Button icon="refresh-cw" onClick={() => setRotating(true)}>
        {t('rotate')}
      </Button>
      <Button icon="power" onClick={() => void (isActive ? suspend() : change(true))}>
        {t(isActive ? 'suspend' : 'resume')}
      </Button>
      <Button icon="x" onClick={() => void revoke()}>
        {t('revoke')}
      </Button>
      <IssueDialog title={t('rotate_title')} isOpen={isRotating} close={close}>
        {(onIssued) => <RotateForm partner={partner} close={close} onIssued={onIssued} />}
      </IssueDialog>
    </>
  );
};

const Ended = ({ partner: { replaced_by: next } }: { readonly partner: Partner }) => (
  <Notice>
    {t('partner_over')}{' '}
    {next !== null && (
      <a class="in-text" href={partnerPath(next)}>
        {t('to_next_key')}
      </a>
    )}
  </Notice>
);

export default function PartnerPage({ params }: PageProps) {
  const hash = params['hash'] ?? '';
  const parent = { href: listOf('partners'), label: t('partners_title') };
  const found = useAnswer('GET /api/site-tools/api-keys/{keyHash}', { params: { keyHash: hash } });
  const again = (): unknown => found.again(true);
  const wrote: ShownPartner['wrote'] = (change) => found.set((shown) => ({ ...shown, ...change }));
  const partner = found.data;
  if (found.failure !== null || partner === null)
    return <PendingPage title={t('partner')} parent={parent} of={found} lines={8} />;
  const { client_name: name, status, created_at: at, created_by: by, rotated_from: before } = partner;
  return (
    <Page
      title={name}
      parent={parent}
      heading={
        <>
          {name} <StateBadge status={status} />
        </>
      }
      lead={
        <>
          {t('issued_when', { when: instant(at), who: by.label })}
          {before !== null && (
            <>
              {' · '}
              <a class="in-text" href={partnerPath(before)}>
                {t('to_old_key')}
              </a>
            </>
          )}
        </>
      }
      actions={<Moves partner={partner} wrote={wrote} again={again} />}
    >
      {status === 'revoked' && <Ended partner={partner} />}
      {status === 'suspended' && <Notice kind="warning">{t('is_suspended')}</Notice>}
      <div class={status === 'revoked' ? undefined : 'columns tiles wide-first'}>
        <Uses partner={partner} />
        {status !== 'revoked' && <Settings partner={partner} wrote={wrote} again={again} />}
      </div>
    </Page>
  );
}
