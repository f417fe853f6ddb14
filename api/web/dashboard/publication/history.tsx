/** All that happened to a publication: who changed what, when, with what was there before, word by word. */
import { useState } from 'preact/hooks';
import type { Change } from '../../client/generated/operations.ts';
import { ago, instant, number } from '../../client/format.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { TextChange } from '../../parts/text-change.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { fieldName, kindOf } from './fields.ts';
import { fieldsBefore } from './past.ts';
import { HISTORY_PAGE, type PublicationData } from './read.ts';
import { valueText } from './shown-value.tsx';
import type { Value } from './value.ts';
import { words as t } from './words.ts';

type Difference = Change['changes'][number];

const FACTS = {
  visible: 'fact_visible',
  deleted: 'fact_deleted',
  cited_by_count: 'fact_cited_by_count',
  enriched_metadata: 'fact_enriched_metadata',
  person_orcids: 'fact_person_orcids',
  retraction_notices: 'fact_retraction_notices',
  custom: 'fact_custom',
} as const;

const isFact = (field: string): field is keyof typeof FACTS => Object.hasOwn(FACTS, field);

const nameOf = (path: string): string => {
  const [field = '', entry] = path.split('/').slice(1);
  const name = isFact(field) ? t(FACTS[field]) : fieldName(field);
  if (entry === undefined) return name;
  return /^\d+$/u.test(entry) ? `${name}, ${t('entry', { place: Number(entry) + 1 })}` : `${name}, ${entry}`;
};

const textOf = (path: string, value: unknown): string | null => {
  const [field = '', entry] = path.split('/').slice(1);
  const kind = kindOf(field);
  if (value === null || value === undefined) return null;
  return valueText(kind, (kind === 'names' && entry !== undefined ? [value] : value) as Value);
};

const KILO = 1_024;

const Side = ({
  difference: { path, before, after, before_bytes, after_bytes },
}: {
  readonly difference: Difference;
}) => {
  const bytes = Math.max(before_bytes ?? 0, after_bytes ?? 0);
  if (bytes > 0) return <span class="muted">{t('too_large', { size: `${number(Math.ceil(bytes / KILO))} KiB` })}</span>;
  return <TextChange before={textOf(path, before)} after={textOf(path, after)} />;
};

/** A first record says everything anew: its fields are counted, not listed. */
const MOST_SHOWN = 12;

type ItemProps = {
  readonly event: Change;
  readonly restorable: Readonly<Record<string, Value>>;
  readonly restore: () => void;
};

const Item = ({ event, restorable, restore }: ItemProps) => {
  const { id, summary, actor, occurred_at: at, changes, changes_omitted: omitted = 0, event_type: type } = event;
  const [isWhole, setWhole] = useState(false);
  const isFirst = type === 'PublicationAdded';
  const shown = isFirst && !isWhole ? [] : isWhole ? changes : changes.slice(0, MOST_SHOWN);
  return (
    <li id={`change-${id}`} class="change">
      <div class="change-line">
        <span>{summary}</span>
        <span class="muted small">
          {actor.label} ·{' '}
          <time dateTime={new Date(at).toISOString()} title={instant(at)}>
            {ago(at)}
          </time>
        </span>
      </div>
      {shown.length > 0 && (
        <dl class="differences">
          {shown.map((difference, index) => (
            <div key={index} class="difference">
              <dt>{nameOf(difference.path)}</dt>
              <dd>
                <Side difference={difference} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {omitted > 0 && <p class="muted small">{t('more_changes', { count: omitted })}</p>}
      <div class="actions">
        {shown.length < changes.length && (
          <Button kind="quiet" isSmall icon="chevron-down" onClick={() => setWhole(true)}>
            {t('show_changes', { count: changes.length })}
          </Button>
        )}
        {Object.keys(restorable).length > 0 && (
          <Button isSmall icon="rotate-ccw" title={t('restore_hint')} onClick={restore}>
            {t('restore_fields')}
          </Button>
        )}
      </div>
    </li>
  );
};

type Props = {
  readonly data: PublicationData;
  readonly restore: (values: Readonly<Record<string, Value>>) => void;
};

export const History = ({ data, restore }: Props) => {
  const { publication, history, changes } = data;
  const [page, show] = useState(1);
  const older = useResource(
    page === 1 ? null : `history of ${publication.id} ${page}`,
    async (signal, inBackground) => {
      const query = { page, per_page: HISTORY_PAGE };
      const params = { id: publication.id };
      return (await api('GET /api/publications/{id}/history', { params, query, signal, inBackground })).body.history;
    },
  );
  /** Older pages lack the changes since; and a deleted record takes none. */
  const canRestore = page === 1 && publication.deleted_at === null;
  return (
    <Section title={t('history')} aside={<span class="muted small">{t('history_count', { count: changes })}</span>}>
      <Loaded of={page === 1 ? { ...older, data: history, failure: null } : older} lines={6}>
        {(shown) => (
          <ol>
            {shown.map((event, index) => {
              const restorable = canRestore ? fieldsBefore(history, index, publication.merged) : {};
              return <Item key={event.id} event={event} restorable={restorable} restore={() => restore(restorable)} />;
            })}
          </ol>
        )}
      </Loaded>
      {changes > HISTORY_PAGE && (
        <div class="card-body">
          <Pager page={page} perPage={HISTORY_PAGE} total={changes} onPage={show} />
        </div>
      )}
    </Section>
  );
};
