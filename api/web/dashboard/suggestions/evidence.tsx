/** Why a person is suggested, and what speaks for it: the same on the page of suggestions and on that of the publication. */
import { list } from '../../client/format.ts';
import { Title } from '../../parts/markup.tsx';
import { contributorRole } from '../contributor-roles.tsx';
import type { Known } from '../people/known.ts';
import { here } from '../pages.ts';
import { publicationPath } from '../publication/address.ts';
import { providerName } from '../publication/source.tsx';
import { words as t } from './generated/words.ts';
import { affiliationOf, type Suggested } from './read.ts';

const whyOf = ({ role, author, evidence: { name, sources } }: Suggested): string => {
  if (name === null || author === null) return t('why_cut_off');
  const provider = sources.length === 0 ? null : list(sources.map(providerName));
  const listed = { name, role: contributorRole(role), place: author + 1 };
  return provider === null ? t('why_name', listed) : t('why_name_from', { ...listed, provider });
};

/** `names`: of people linked to the publication. */
export const Evidence = ({ of, names }: { readonly of: Suggested; readonly names: Known }) => {
  const { listed_affiliations: printed, affiliation, co_authors: coAuthors, shared_works: works } = of.evidence;
  return (
    <ul class="bullets">
      <li dir="auto">{whyOf(of)}</li>
      {printed.length > 0 && <li dir="auto">{t('printed', { names: printed.join('; ') })}</li>}
      {affiliation !== null && <li dir="auto">{t('in_catalogue', { name: affiliationOf(affiliation) })}</li>}
      {coAuthors.length > 0 && (
        <li>
          {t('shares', { count: coAuthors.length, names: list(coAuthors.map((orcid) => names.get(orcid) ?? orcid)) })}
          {works.length > 0 && (
            <ul>
              {works.map(({ id, title, publication_year: year }) => (
                <li key={id}>
                  <a href={here(publicationPath(id))}>
                    <Title html={title} fallback={id} />
                  </a>
                  {year !== null && ` (${year})`}
                </li>
              ))}
            </ul>
          )}
        </li>
      )}
    </ul>
  );
};
