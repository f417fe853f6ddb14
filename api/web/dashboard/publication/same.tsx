/** Asks whether a publication without a DOI is the same as another one, as a person's list says. */
import { useState } from 'preact/hooks';
import type { Publication } from '../../client/generated/operations.ts';
import { partialDate } from '../../client/format.ts';
import { language } from '../../client/i18n.ts';
import { reworded } from '../../client/refusal.ts';
import { navigate } from '../../client/router.ts';
import { api } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Markup } from '../../parts/markup.tsx';
import { Section } from '../../parts/page.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { attempt } from '../../parts/toast.tsx';
import { sayDone } from '../../parts/undo/undo.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { typeName } from '../csl-types.ts';
import { here } from '../pages.ts';
import { publicationPath } from './address.ts';
import { words as t } from './generated/words.ts';
import { identifierInWords } from './identifiers.ts';

const refused = reworded({
  suggestion_not_found: () => t('decided_meanwhile'),
  publication_superseded: () => t('superseded_meanwhile'),
});

type Props = { readonly id: string; readonly other: string; readonly again: () => Promise<unknown> };

const Other = ({ id, other, again }: Props) => {
  const [isBusy, setBusy] = useState(false);
  const { data } = useAnswer('GET /api/publications/{id}', {
    params: { id: other },
    query: { locale: language.value, citations: false },
  });
  const known =
    data === null
      ? []
      : [
          data.publication_type && typeName(data.publication_type),
          data.publication_date && partialDate(data.publication_date),
        ];
  const decide = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await attempt(work, { refused });
    setBusy(false);
    await again();
  };
  const join = (): Promise<void> =>
    decide(async () => {
      const { body, cause } = await api('POST /api/publications/{id}/join', { params: { id }, body: { with: other } });
      sayDone(t('joined'), cause);
      navigate(here(publicationPath(body.id)), { replace: true });
    });
  const keepApart = (): Promise<void> =>
    decide(async () => {
      const { cause } = await api('POST /api/publications/{id}/keep-apart', {
        params: { id },
        body: { from: other },
      });
      sayDone(t('kept_apart'), cause);
    });
  return (
    <li class="person stack tight">
      <p>
        <RowName href={here(publicationPath(other))}>
          <Markup html={data?.title ?? null} fallback={other} />
        </RowName>
      </p>
      <p class="muted small breakable">
        {[...known, data?.doi_url == null ? identifierInWords(other) : other].filter(Boolean).join(' · ')}
      </p>
      <div class="actions">
        <Button isSmall icon="check" isBusy={isBusy} onClick={() => void join()}>
          {t('join')}
        </Button>
        <Button isSmall icon="x" isBusy={isBusy} onClick={() => void keepApart()}>
          {t('keep_apart')}
        </Button>
      </div>
    </li>
  );
};

/** Renders nothing if nothing is open. */
export const MaySame = ({
  publication: { id, suggested_joins: others, deleted_at: deletedAt },
  again,
}: {
  readonly publication: Publication;
  readonly again: () => Promise<unknown>;
}) =>
  others.length === 0 || deletedAt !== null ? null : (
    <Section title={t('may_be_same')}>
      <p class="card-body muted small">{t('may_be_same_why')}</p>
      <ul class="people">
        {others.map((other) => (
          <Other key={other} id={id} other={other} again={again} />
        ))}
      </ul>
    </Section>
  );
