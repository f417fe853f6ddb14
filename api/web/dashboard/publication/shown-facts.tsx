/** Licences, copies, funders and relations of a record, each on a line with its links. */
import type { ComponentChildren } from 'preact';
import { addressNamed } from '../../../../domain/facts/named-works.ts';
import { isIdentifierType } from '../../../../domain/facts/relations.ts';
import { partialDate } from '../../client/format.ts';
import { textIn, type Fields } from '../../parts/editing/value.ts';
import { factWord, partName, type Fact } from './facts.ts';
import { namedWork, relationWord } from './relations.ts';

/** Only addresses of the web are safe to click. */
const Link = ({ to, children }: { readonly to: string; readonly children: string }) =>
  /^https?:\/\//iu.test(to) ? (
    <a href={to} rel="noreferrer">
      {children}
    </a>
  ) : (
    <>{children}</>
  );

const addressOf = (idType: string, id: string): string =>
  (isIdentifierType(idType) ? addressNamed({ 'id-type': idType, id }) : null) ?? '';

const LINES: Readonly<Record<Fact, (entry: Fields) => readonly ComponentChildren[]>> = {
  license: ({ URL: url, 'content-version': version, start }) => [
    <Link to={textIn(url)}>{textIn(url)}</Link>,
    version !== undefined && factWord(textIn(version)),
    start !== undefined && `${partName('license', 'start')}: ${partialDate(textIn(start))}`,
  ],
  locations: ({ landing_page_url: page, pdf_url: pdf, version, license }) => [
    page !== undefined && <Link to={textIn(page)}>{textIn(page)}</Link>,
    pdf !== undefined && <Link to={textIn(pdf)}>PDF</Link>,
    version !== undefined && factWord(textIn(version)),
    textIn(license),
  ],
  funder: ({ name, id, award }) => [
    <Link to={textIn(id)}>{textIn(name)}</Link>,
    Array.isArray(award) && award.map(textIn).join(', '),
  ],
  relation: ({ type, 'id-type': idType, id }) => [
    <>
      {relationWord(textIn(type))}{' '}
      <Link to={addressOf(textIn(idType), textIn(id))}>{namedWork(textIn(idType), textIn(id))}</Link>
    </>,
  ],
};

export const ShownFacts = ({ fact, entries }: { readonly fact: Fact; readonly entries: readonly Fields[] }) => (
  <ul>
    {entries.map((entry, index) => (
      <li key={index} dir="auto">
        {LINES[fact](entry)
          .filter(Boolean)
          .map((part, place) => (
            <span key={place}>
              {place > 0 && ' · '}
              {part}
            </span>
          ))}
      </li>
    ))}
  </ul>
);
