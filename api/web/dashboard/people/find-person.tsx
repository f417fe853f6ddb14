/** Finds people by name or ORCID iD while typing, each with a button that adds them to a list. */
import { useState } from 'preact/hooks';
import { parseOrcid } from '../../../../domain/orcid.ts';
import { language } from '../../client/i18n.ts';
import { shownText } from '../../client/localized.ts';
import { parsed } from '../../client/parsed.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { PersonId } from './person-id.tsx';
import { words as t } from './generated/words.ts';

const FOUND = 6;
/** Fewer letters match too many. */
const LEAST_LETTERS = 2;

type Props = {
  readonly label: string;
  readonly noMatch: string;
  /** Also offers iDs that are not registered. */
  readonly takesAnyone?: boolean;
  /** Finds only people without an ORCID iD. */
  readonly isWithoutOrcid?: boolean;
  /** The people already in the list, and their mark. */
  readonly taken: readonly string[];
  readonly takenLabel: string;
  readonly icon: IconName;
  readonly action: string;
  /** The accessible name of the button. */
  readonly actionFor: (name: string) => string;
  readonly isBusy?: boolean;
  readonly onTake: (orcid: string, name: string) => void;
};

export const FindPerson = ({ label, noMatch, taken, takenLabel, onTake, ...options }: Props) => {
  const { takesAnyone = false, isWithoutOrcid = false, ...button } = options;
  const [sought, seek] = useState('');
  const q = sought.trim();
  const isAsked = q.length >= LEAST_LETTERS;
  const typed = parsed(parseOrcid, q);
  const { data: latest, isStale } = useAnswer(isAsked ? 'GET /api/people' : null, {
    query: { q: typed ?? q, per_page: FOUND, locale: language.value, has_orcid: isWithoutOrcid ? false : null },
  });
  const data = isStale ? null : latest;
  const listed = (isAsked && data?.people) || [];
  const registered = listed.map(({ orcid, name }) => ({ orcid, name: shownText(name) ?? orcid }));
  const isUnknown = takesAnyone && typed !== null && !registered.some(({ orcid }) => orcid === typed);
  const found = isUnknown ? [{ orcid: typed, name: typed }, ...registered] : registered;
  const { icon, action, actionFor, isBusy } = button;
  return (
    <div class="stack">
      <TextField label={label} type="search" placeholder={t('name_or_orcid')} value={sought} onValue={seek} />
      <div role="status">{isAsked && data !== null && found.length === 0 && <p class="muted small">{noMatch}</p>}</div>
      {found.length > 0 && (
        <ul>
          {found.map(({ orcid, name }) => (
            <li key={orcid} class="found-person spread">
              <span>
                {name} {name !== orcid && <PersonId id={orcid} />}
              </span>
              {taken.includes(orcid) ? (
                <span class="muted small">{takenLabel}</span>
              ) : (
                <Button
                  isSmall
                  icon={icon}
                  isBusy={isBusy}
                  aria-label={actionFor(name)}
                  onClick={() => {
                    seek('');
                    onTake(orcid, name);
                  }}
                >
                  {action}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
