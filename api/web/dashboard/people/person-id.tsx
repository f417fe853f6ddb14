/** How a person is identified: by ORCID iD, or as someone without one. */
import { hasOrcid } from '../../../../domain/person/id.ts';
import { Badge } from '../../parts/states.tsx';
import { words as t } from './generated/words.ts';

export const PersonId = ({ id }: { readonly id: string }) =>
  hasOrcid(id) ? <span class="muted mono small">{id}</span> : <Badge icon="user">{t('without_orcid')}</Badge>;

/** The iD with its page at ORCID. */
export const LinkedPersonId = ({ id }: { readonly id: string }) =>
  hasOrcid(id) ? (
    <a class="mono" href={`https://orcid.org/${id}`} rel="noreferrer">
      {id}
    </a>
  ) : (
    <PersonId id={id} />
  );
