/** A doubtful link: why it is one, and what staff can say: which entry of the record it is, that it is right, or that it is not. */
import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { contributorsOf, listedName, type Contributor } from '../../../../domain/publication/authors.ts';
import type { CslItem } from '../../../../domain/csl.ts';
import { orcidAt } from '../../../../domain/orcid.ts';
import { hasOrcid } from '../../../../domain/person/id.ts';
import type { BodyOf } from '../../client/api.ts';
import type { Publication } from '../../client/generated/operations.ts';
import { list } from '../../client/format.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { Badge } from '../../parts/states.tsx';
import { contributorRole } from '../contributor-roles.tsx';
import { words as t } from './generated/words.ts';

export type Doubt = Publication['attention'][number];

/** `entry`: null adds one with the name of the person. */
export type Entry = BodyOf<'POST /api/publications/{id}/authors/{orcid}/identify'>;

/** More are found by typing. */
const SHOWN = 12;

const whyOf = ({ reason, names, basis }: Doubt): string =>
  reason === 'not_named'
    ? t(`not_named_${basis}`)
    : t(reason, { names: list(names.map((each) => t('quoted', { text: each }))) });

/** Entries with the iD of another person are theirs. */
const entriesFor = (record: CslItem, orcid: string): readonly Contributor[] =>
  contributorsOf(record).filter(({ name: { ORCID } }) => ORCID === undefined || orcidAt(ORCID) === orcid);

type ChooseProps = { readonly entries: readonly Contributor[]; readonly choose: (entry: Entry) => void };

const Choose = ({ entries, choose }: ChooseProps) => {
  const [sought, seek] = useState('');
  const found = entries.filter(({ name }) => listedName(name).toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <>
      {entries.length > SHOWN && (
        <div class="menu-inside">
          <TextField label={t('find_entry')} type="search" value={sought} onValue={seek} />
        </div>
      )}
      {found.slice(0, SHOWN).map(({ role, place, name }) => (
        <MenuItem key={`${role} ${place}`} onClick={() => choose({ role: role as Entry['role'], entry: place })}>
          <span dir="auto">{listedName(name)}</span>{' '}
          <span class="muted small">
            {contributorRole(role)} {place + 1}
          </span>
        </MenuItem>
      ))}
      {found.length > SHOWN && (
        <p class="menu-title muted small">{t('more_entries', { count: found.length - SHOWN })}</p>
      )}
      {found.length === 0 && <p class="menu-title muted small">{t('no_entry')}</p>}
    </>
  );
};

type UnlinkProps = Pick<ComponentProps<typeof Button>, 'kind' | 'isBusy' | 'onClick'> & { readonly name: string };

export const Unlink = ({ name, ...button }: UnlinkProps) => (
  <Button {...button} isSmall icon="unlink" aria-label={t('unlink_person', { name })}>
    {t('unlink')}
  </Button>
);

type Props = {
  readonly doubt: Doubt;
  readonly name: string;
  readonly record: CslItem;
  readonly isBusy: boolean;
  readonly identify: (entry: Entry) => void;
  readonly keep: () => void;
  readonly unlink: () => void;
};

export const Doubted = ({ doubt, name, record, isBusy, identify, keep, unlink }: Props) => (
  <div class="stack tight suggested">
    <p>
      <Badge kind="accent" icon="user-check">
        {t('attention')}
      </Badge>{' '}
      {whyOf(doubt)}
    </p>
    <div class="actions">
      {hasOrcid(doubt.orcid) && (
        <Menu
          isSmall
          label={
            <>
              {t('is_author')} <span class="unseen">{name}</span>
            </>
          }
        >
          {(close) => (
            <Choose
              entries={entriesFor(record, doubt.orcid)}
              choose={(entry) => {
                close();
                identify(entry);
              }}
            />
          )}
        </Menu>
      )}
      {hasOrcid(doubt.orcid) && doubt.reason === 'not_named' && (
        <Button
          isSmall
          isBusy={isBusy}
          aria-label={t('is_editor_person', { name })}
          onClick={() => identify({ role: 'editor', entry: null })}
        >
          {t('is_editor')}
        </Button>
      )}
      <Button isSmall icon="check" isBusy={isBusy} aria-label={t('keep_linked_person', { name })} onClick={keep}>
        {t('keep_linked')}
      </Button>
      <Unlink name={name} isBusy={isBusy} onClick={unlink} />
    </div>
  </div>
);
