/** Licences as listings compare them: those of Creative Commons by their name, whatever their version, others by their address. */
import type { CslItem } from '../csl.ts';
import { parseLicence } from './web-address.ts';

/** https://creativecommons.org/share-your-work/cclicenses/ */
const CREATIVE_COMMONS = /^https:\/\/creativecommons\.org\/(licenses|publicdomain)\/([a-z+-]+)\//u;
const PUBLIC_DOMAIN: Readonly<Record<string, string>> = { zero: 'cc0', mark: 'public-domain' };

/** For machines that read the text, and for sharing among researchers: neither says what readers may do. */
const NOT_FOR_READERS = new Set<string | undefined>(['tdm', 'stm-asf']);

/** `cc-by` of a name in the words of OpenAlex or of an address; the address of any other licence. Throws `Refused('invalid')`. */
export const licenceName = (text: string): string => {
  const given = text.trim();
  if (/^[a-z\d][a-z\d+.-]*$/iu.test(given)) return given.toLowerCase();
  const address = parseLicence(given);
  const [, folder, name = ''] = CREATIVE_COMMONS.exec(address) ?? [];
  if (folder === 'licenses') return `cc-${name}`;
  return folder === 'publicdomain' ? (PUBLIC_DOMAIN[name] ?? address) : address;
};

const named = (text: string): readonly string[] => {
  try {
    return [licenceName(text)];
  } catch {
    return [];
  }
};

/** Of the record and of its open copies. */
export const licencesOf = ({
  license = [],
  locations = [],
}: Pick<CslItem, 'license' | 'locations'>): readonly string[] => [
  ...new Set(
    [
      ...license.flatMap(({ URL, ...each }) => (NOT_FOR_READERS.has(each['content-version']) ? [] : [URL])),
      ...locations.flatMap(({ license: name }) => name ?? []),
    ].flatMap(named),
  ),
];
