/** Content negotiation by `Accept` (RFC 9110, §12.5.1), with the parameters of the range that decided. */

export type Offer = {
  readonly type: string;
  /** Not chosen if anything is accepted: browsers name this type first, whatever they want. */
  readonly inPassing?: boolean;
};

type Parameters = Readonly<Record<string, string>>;

type Range = { readonly type: string; readonly parameters: Parameters; readonly quality: number };

/** `type/subtype; name=value; q=0.5`, between commas outside quotation marks. */
const RANGES = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/gu;
const PARTS = /(?:[^;"]|"(?:[^"\\]|\\.)*")+/gu;

const valueOf = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replace(/\\(.)/gu, '$1') : text;

const rangeOf = (text: string): Range => {
  const [type = '', ...rest] = (text.match(PARTS) ?? []).map((part) => part.trim());
  const parameters = Object.fromEntries(
    rest.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), valueOf(value.join('=').trim())];
    }),
  );
  const { q = '1', ...others } = parameters;
  return {
    type: type.toLowerCase(),
    parameters: others,
    quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/u.test(q) ? Number(q) : 0,
  };
};

/** How exactly the range names the type: 0 for not at all. */
const exactness = (range: string, type: string): number => {
  if (range === type) return 3;
  if (range.endsWith('/*') && type.startsWith(range.slice(0, -1))) return 2;
  return range === '*/*' ? 1 : 0;
};

type Match<O> = { readonly offer: O; readonly parameters: Parameters };

/**
 * The offer of the highest quality; of several, the one that is named most exactly, then first. Without a header, the first. Null if
 * none is accepted.
 */
export const acceptedIn = <O extends Offer>(header: string | undefined, offers: readonly O[]): Match<O> | null => {
  const [first] = offers;
  if (header === undefined || header.trim() === '')
    return first === undefined ? null : { offer: first, parameters: {} };
  const ranges = (header.match(RANGES) ?? []).map((text) => rangeOf(text.trim()));
  const isAny = ranges.some(({ type, quality }) => type === '*/*' && quality > 0);
  const matches = offers
    .filter(({ inPassing }) => !(isAny && inPassing === true))
    .flatMap((offer) => {
      const [best] = ranges
        .map((range, place) => ({ offer, ...range, place, exact: exactness(range.type, offer.type) }))
        .filter(({ exact }) => exact > 0)
        .sort((a, b) => b.exact - a.exact);
      return best === undefined || best.quality === 0 ? [] : [best];
    })
    .sort((a, b) => b.quality - a.quality || b.exact - a.exact || a.place - b.place);
  return matches[0] ?? null;
};
