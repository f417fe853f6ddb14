/** The source of a value: the provider, or the person who edited it, and the date. */
import { PROVIDER_NAMES } from '../../../../domain/publication/provider-names.ts';
import type { Change, Publication } from '../../client/generated/operations.ts';
import { Icon } from '../../parts/icon.tsx';
import { Day } from '../../parts/time.tsx';
import { actorName } from '../events/actor.tsx';
import { words as t } from './generated/words.ts';

const PROVIDERS: Readonly<Record<string, string>> = PROVIDER_NAMES;

export const providerName = (provider: string): string => PROVIDERS[provider.toLowerCase()] ?? provider;

type Props = {
  readonly publication: Publication;
  readonly field: string;
  /** The last edit of the field, if it is among the latest changes. */
  readonly edit: Change | undefined;
};

export const Source = ({ publication: { edited, provider_sources: sources }, field, edit }: Props) => {
  const isEdited = edited !== null && Object.hasOwn(edited, field);
  const said = sources[field];
  if (isEdited)
    return (
      <p class="source edited tiny">
        <Icon name="pencil" size={12} />
        {edit === undefined ? (
          t('edited')
        ) : (
          <a href={`#change-${edit.id}`}>
            {t('edited_by', { name: actorName(edit.actor) })} · <Day ms={edit.occurred_at} />
          </a>
        )}
      </p>
    );
  if (said === undefined) return null;
  return (
    <p class="source muted tiny">
      {providerName(said.provider)} · <Day ms={said.fetched_at} />
    </p>
  );
};
