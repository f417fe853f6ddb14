/** The changes of an event: each field before and after. */
import { useState } from 'preact/hooks';
import type { Event } from '../../client/generated/operations.ts';
import { Button } from '../../parts/button.tsx';
import { Loaded } from '../../parts/states.tsx';
import { TextChange } from '../../parts/text-change.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { valueText } from '../value-text.ts';
import { tokensOf } from '../../../../domain/changes/change.ts';
import { pathName } from './naming.ts';
import { isOfPeople, useNames } from './people.tsx';
import { words as t } from './generated/words.ts';

/** Includes the size of a value that the listing leaves out. */
type Change = Event['changes'][number];

const sideText = (value: unknown, bytes: number | undefined, path: string): string | null =>
  bytes === undefined ? valueText(value, tokensOf(path).at(-1)) : t('too_long');

const Sides = ({ path, before, after, before_bytes: was, after_bytes: is }: Change) => {
  const names = useNames();
  const named = (text: string | null): string | null => (text !== null && isOfPeople(path) ? names(text) : text);
  const [old, now] = [named(sideText(before, was, path)), named(sideText(after, is, path))];
  if (old === null && now === null) return <span class="muted">{t('nothing')}</span>;
  // If only the markup differs, show it.
  const isMarkup = old === now && typeof before === 'string' && typeof after === 'string';
  const isApart = was !== undefined || is !== undefined;
  return <TextChange before={isMarkup ? before : old} after={isMarkup ? after : now} isApart={isApart} />;
};

export const ChangeList = ({ changes }: { readonly changes: readonly Change[] }) => {
  const named = useNames();
  return (
    <dl class="change-list">
      {changes.map((change, index) => (
        <div key={index}>
          <dt class="muted small breakable">{named(pathName(change.path))}</dt>
          <dd>
            <Sides {...change} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const isShortened = ({ changes, changes_omitted: omitted = 0 }: Event): boolean =>
  omitted === null ||
  omitted > 0 ||
  changes.some((each) => each.before_bytes !== undefined || each.after_bytes !== undefined);

/** All changes, whatever their size. */
const Whole = ({ id }: { readonly id: string }) => {
  const found = useAnswer('GET /api/activity/{id}', { params: { id } });
  return <Loaded of={found}>{({ changes }) => <ChangeList changes={changes} />}</Loaded>;
};

type Props = {
  readonly event: Event;
  /** The number shown at first. Default: all. */
  readonly first?: number;
};

export const EventChanges = ({ event, first = event.changes.length }: Props) => {
  const [isWhole, setWhole] = useState(false);
  const { id, changes, changes_omitted: omitted = 0 } = event;
  if (changes.length === 0 && omitted !== null) return <p class="muted small">{t('no_fields')}</p>;
  if (isWhole) return isShortened(event) ? <Whole id={id} /> : <ChangeList changes={changes} />;
  const shown = changes.slice(0, first);
  const hidden = (omitted ?? 0) + changes.length - shown.length;
  return (
    <>
      {shown.length > 0 && <ChangeList changes={shown} />}
      {(hidden > 0 || isShortened(event)) && (
        <p>
          <Button isSmall kind="quiet" icon="chevron-down" onClick={() => setWhole(true)}>
            {hidden > 0 ? t('show_fields', { count: hidden + shown.length }) : t('show_whole')}
          </Button>
        </p>
      )}
    </>
  );
};
