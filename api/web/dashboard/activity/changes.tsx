/** The fields that one event changed, each with what it was and what it became. */
import { api } from '../../client/session.ts';
import type { Event } from '../../client/generated/operations.ts';
import { Loaded } from '../../parts/states.tsx';
import { Button } from '../../parts/button.tsx';
import { TextChange } from '../../parts/text-change.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { valueText } from '../../parts/value-text.ts';
import { useState } from 'preact/hooks';
import { fieldName, namesIn } from './naming.ts';
import { words as t } from './words.ts';

export type Difference = {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly before_bytes?: number | undefined;
  readonly after_bytes?: number | undefined;
};

/** A side that a listing leaves out is said to be there. */
const sideText = (value: unknown, bytes: number | undefined, name: string): string | null =>
  bytes === undefined ? valueText(value, name) : t('too_long');

export const ChangeList = ({ changes }: { readonly changes: readonly Difference[] }) => (
  <dl class="change-list">
    {changes.map(({ path, before, after, before_bytes: was, after_bytes: is }, index) => {
      const name = namesIn(path).at(-1) ?? '';
      const [old, now] = [sideText(before, was, name), sideText(after, is, name)];
      return (
        <div key={index}>
          <dt>{fieldName(path)}</dt>
          <dd>
            {old === null && now === null ? (
              <span class="muted">{t('nothing')}</span>
            ) : (
              <TextChange before={old} after={now} />
            )}
          </dd>
        </div>
      );
    })}
  </dl>
);

const isShortened = ({ changes, changes_omitted: omitted = 0 }: Event): boolean =>
  omitted > 0 || changes.some((each) => each.before_bytes !== undefined || each.after_bytes !== undefined);

/** As it was recorded, however long. */
const Whole = ({ id }: { readonly id: string }) => {
  const changes = useResource(
    `event ${id}`,
    async (signal, inBackground) =>
      (await api('GET /api/activity/{id}', { params: { id }, signal, inBackground })).body.changes,
  );
  return <Loaded of={changes}>{(all) => <ChangeList changes={all} />}</Loaded>;
};

export const EventChanges = ({ event }: { readonly event: Event }) => {
  const [isWhole, setWhole] = useState(false);
  if (isWhole) return <Whole id={event.id} />;
  if (event.changes.length === 0) return <p class="muted small">{t('no_fields')}</p>;
  const { changes_omitted: omitted = 0 } = event;
  return (
    <>
      <ChangeList changes={event.changes} />
      {isShortened(event) && (
        <p class="actions small">
          {omitted > 0 && <span class="muted">{t('more_changes', { count: omitted })}</span>}
          <Button isSmall onClick={() => setWhole(true)}>
            {t('show_whole')}
          </Button>
        </p>
      )}
    </>
  );
};
