/** The keys of a website: active ones, ended ones, and a form for a new one. */
import { useState } from 'preact/hooks';
import { ago, day, endOfDay, instant } from '../../client/format.ts';
import { refusal } from '../../client/refusal.ts';
import { api } from '../../client/session.ts';
import { Button, RowButton } from '../../parts/button.tsx';
import { RadioGroup } from '../../parts/choices.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Badge } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { words as t } from './generated/words.ts';
import { isOver, workingKeysOf, type ShownWebsite, type Website, type WebsiteKey } from './kinds.tsx';
import { act, refusedInWords } from './refusals.ts';
import { IssueDialog, type IssuingProps } from './shown-once.tsx';

const HOUR_S = 3_600;
const OVERLAPS = { none: 0, hour: HOUR_S, day: 24 * HOUR_S, week: 7 * 24 * HOUR_S } as const;
type Overlap = keyof typeof OVERLAPS;
const OVERLAP_NAMES = Object.keys(OVERLAPS) as readonly Overlap[];

/** The end of that day in the reader's time zone, epoch ms; null = never. Throws for a past day. */
const endOf = (day: string): number | null => {
  if (day === '') return null;
  const end = endOfDay(day);
  if (!(end > Date.now())) throw refusal('expires_at', t('expiry_past'));
  return end;
};

/** `old`: the key that the new one replaces. */
type FormProps = IssuingProps & { readonly website: Website; readonly old: WebsiteKey | null };

const KeyForm = ({ website: { id, display_name: name, base_url: baseUrl }, old, close, onIssued }: FormProps) => {
  const form = useForm<{ readonly overlap: Overlap; readonly expiry: string }>({
    initial: { overlap: 'day', expiry: '' },
    refused: refusedInWords,
    save: async ({ overlap, expiry }) => {
      const expires_at = endOf(expiry);
      const { body } =
        old === null
          ? await api('POST /api/installations/{id}/credentials', { params: { id }, body: { expires_at } })
          : await api('POST /api/installations/{id}/credentials/{credentialId}/rotate', {
              params: { id, credentialId: old.id },
              body: { overlap_seconds: OVERLAPS[overlap], expires_at },
            });
      onIssued({ of: 'website', name, baseUrl, key: body.credential });
    },
  });
  return (
    <FormView form={form} action={t(old === null ? 'make_key' : 'rotate')} onCancel={close}>
      <p>{old === null ? t('new_key_note', { name }) : t('rotate_note')}</p>
      {old !== null && (
        <RadioGroup
          label={t('overlap')}
          choices={OVERLAP_NAMES.map((value) => ({ value, label: t(`overlap_${value}`) }))}
          {...form.field('overlap')}
        />
      )}
      <TextField label={t('expiry')} hint={t('expiry_hint')} type="date" {...form.field('expiry', 'expires_at')} />
    </FormView>
  );
};

/** The label of a key in a list: keys have no names, so when it was issued and by whom. */
const nameOf = ({ issued_at: at }: WebsiteKey): string => t('key_of', { when: instant(at) });

const factsOf = (key: WebsiteKey): string =>
  [
    t('issued_by', { who: key.issued_by.label }),
    key.last_used_at === null ? t('never_used') : t('used_when', { when: ago(key.last_used_at) }),
    key.status === 'active' && key.expires_at !== null && t('works_until', { when: instant(key.expires_at) }),
    key.status === 'expired' && key.expires_at !== null && t('ended', { when: day(key.expires_at) }),
    key.status === 'revoked' && key.revoked_at !== null && t('revoked_when', { when: day(key.revoked_at) }),
  ]
    .filter(Boolean)
    .join(' · ');

const KINDS = { active: 'good', expired: 'plain', revoked: 'danger' } as const;

type RowProps = { readonly one: WebsiteKey; readonly rotate?: () => void; readonly revoke?: () => void };

const KeyRow = ({ one, rotate, revoke }: RowProps) => (
  <li>
    <div class="row-text">
      <p>
        <span class="row-name">{nameOf(one)}</span>{' '}
        <Badge kind={KINDS[one.status]}>{t(one.status === 'active' ? 'works' : one.status)}</Badge>{' '}
        {one.replaced_by !== null && one.status === 'active' && <Badge kind="warning">{t('replaced')}</Badge>}
      </p>
      <p class="muted small">{factsOf(one)}</p>
    </div>
    <div class="actions">
      {rotate !== undefined && one.replaced_by === null && (
        <RowButton label={t('rotate')} of={nameOf(one)} icon="refresh-cw" onClick={rotate} />
      )}
      {revoke !== undefined && <RowButton label={t('revoke')} of={nameOf(one)} icon="x" onClick={revoke} />}
    </div>
  </li>
);

export const WebsiteKeys = ({ website, wrote, again }: ShownWebsite) => {
  /** The dialog's action: issue a key, or replace this one. */
  const [open, setOpen] = useState<'issue' | WebsiteKey | null>(null);
  const close = (): void => setOpen(null);
  const old = open === 'issue' ? null : open;
  const working = workingKeysOf(website);
  const past = website.credentials.filter(({ status }) => status !== 'active');
  const canChange = !isOver(website);

  const revoke = (one: WebsiteKey): Promise<void> => {
    const left = working.length - 1;
    const sure = {
      title: t('revoke_title'),
      body: (
        <>
          <p>{one.last_used_at === null ? t('revoke_unused') : t('revoke_used', { when: ago(one.last_used_at) })}</p>
          <p>{left === 0 ? t('revoke_last', { name: website.display_name }) : t('revoke_left', { count: left })}</p>
        </>
      ),
      action: t('revoke'),
      isDangerous: true,
    };
    return act(again, sure, async () => {
      const params = { id: website.id, credentialId: one.id };
      const sent = await api('POST /api/installations/{id}/credentials/{credentialId}/revoke', { params });
      const revoked = { ...one, status: 'revoked', revoked_at: Date.now() } as const;
      wrote({ credentials: website.credentials.map((each) => (each.id === one.id ? revoked : each)) }, sent);
      showToast({ text: t('key_revoked') });
    });
  };

  return (
    <Section
      title={t('keys')}
      aside={
        canChange && (
          <Button isSmall icon="plus" onClick={() => setOpen('issue')}>
            {t('new_key')}
          </Button>
        )
      }
    >
      {working.length === 0 && <p class="card-body muted">{t(canChange ? 'no_keys' : 'no_keys_left')}</p>}
      {working.length > 0 && (
        <ul class="rows">
          {[...working].reverse().map((one) => (
            <KeyRow
              key={one.id}
              one={one}
              rotate={canChange ? () => setOpen(one) : undefined}
              revoke={() => void revoke(one)}
            />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details class="card-footer">
          <summary>{t('past_keys', { count: past.length })}</summary>
          <ul class="rows inner">
            {[...past].reverse().map((one) => (
              <KeyRow key={one.id} one={one} />
            ))}
          </ul>
        </details>
      )}
      <IssueDialog title={t(old === null ? 'new_key' : 'rotate_title')} isOpen={open !== null} close={close}>
        {(show) => (
          <KeyForm
            website={website}
            old={old}
            close={close}
            onIssued={(made) => {
              show(made);
              void again();
            }}
          />
        )}
      </IssueDialog>
    </Section>
  );
};
