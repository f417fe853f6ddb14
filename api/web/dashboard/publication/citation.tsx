/** The citation of a publication, to copy in several formats. */
import { useRef, useState } from 'preact/hooks';
import type { Publication } from '../../client/generated/operations.ts';
import { language } from '../../client/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { SelectField } from '../../parts/field.tsx';
import { plainText } from '../../parts/markup-parser.ts';
import { Markup } from '../../parts/markup.tsx';
import { Section } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { usePolling } from '../../parts/use-polling.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { words as t } from './generated/words.ts';

const FORMATS = ['apa', 'csl', 'doi'] as const;
type Format = (typeof FORMATS)[number];

const textOf = (format: Format, apa: string | null, { merged, doi_url: url }: Publication) => {
  if (format === 'csl') return { text: JSON.stringify(merged, null, 2) };
  if (format === 'doi' || apa === null) return { text: url ?? '' };
  return { text: plainText(apa), html: apa };
};

/** Interval between requests for a citation that is not ready: after a start, its styles take some seconds to load. */
const MOST_ASKED = 6;

export const Citation = ({ publication }: { readonly publication: Publication }) => {
  const found = useAnswer('GET /api/publications/{id}/citation', {
    params: { id: publication.id },
    query: { locale: language.value },
  });
  const apa = found.data?.apa_citation ?? null;
  const asked = useRef(0);
  const isLate = found.data !== null && apa === null && asked.current < MOST_ASKED;
  usePolling(isLate, () => {
    asked.current += 1;
    return found.again(true);
  });
  const isThere = { apa: apa !== null, csl: true, doi: publication.doi_url !== null };
  const formats = FORMATS.filter((format) => isThere[format]);
  const [chosen, choose] = useState<Format>('apa');
  if (apa === null && (found.isLoading || isLate))
    return (
      <Section title={t('citation')}>
        <Skeleton />
      </Section>
    );
  const format = formats.includes(chosen) ? chosen : 'csl';
  const content = textOf(format, apa, publication);
  return (
    <Section title={t('citation')} aside={<CopyButton {...content} label={t('copy_citation')} />}>
      <div class="card-body stack loose">
        <SelectField
          label={t('format')}
          hidesLabel
          value={format}
          options={formats.map((value) => ({ value, label: t(value) }))}
          onValue={choose}
        />
        {format === 'csl' ? (
          <pre class="raw breakable" tabIndex={0}>
            {content.text}
          </pre>
        ) : (
          <p dir="auto" class="breakable">
            {format === 'apa' ? <Markup html={apa} /> : content.text}
          </p>
        )}
      </div>
    </Section>
  );
};
