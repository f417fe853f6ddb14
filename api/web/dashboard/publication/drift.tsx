/** A drift: our edited value and the provider's newer one, side by side. */
import type { Publication } from '../../client/generated/operations.ts';
import { day } from '../../client/format.ts';
import { Button } from '../../parts/button.tsx';
import { fieldName } from './fields.ts';
import { ShownValue } from './shown-value.tsx';
import { providerName } from './source.tsx';
import { valueIn } from './value.ts';
import { words as t } from './generated/words.ts';

type Props = {
  readonly publication: Publication;
  readonly drift: Publication['drift'][number];
  readonly isBusy: boolean;
  readonly take: () => void;
  readonly keep: () => void;
};

export const Drifted = ({ publication, drift: { field, since }, isBusy, take, keep }: Props) => {
  const { merged, original, provider_sources: sources } = publication;
  const provider = providerName(sources[field]?.provider ?? t('the_provider'));
  const name = fieldName(field);
  return (
    <div class="drift stack" role="group" aria-label={t('drift_of', { name })}>
      <p class="drift-title">{t('drifted', { provider, when: day(since) })}</p>
      <div class="tiles">
        <div class="drift-side breakable">
          <p class="muted small">{t('ours')}</p>
          <ShownValue field={field} value={valueIn(merged, field)} />
        </div>
        <div class="drift-side breakable">
          <p class="muted small">{provider}</p>
          <ShownValue field={field} value={valueIn(original, field)} />
        </div>
      </div>
      <div class="actions">
        <Button isSmall isBusy={isBusy} onClick={keep}>
          {t('keep_ours')}
        </Button>
        <Button isSmall isBusy={isBusy} onClick={take}>
          {t('use_theirs')}
        </Button>
      </div>
    </div>
  );
};
