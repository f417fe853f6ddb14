/** An abstract from OpenAlex's inverted index of it: each word with the places where it stands. */
import { abstractText } from '../../../commands/text/index.ts';
import { PROVIDER } from '../../../domain/limits.ts';

export const abstractOf = (index: unknown): string | undefined => {
  if (typeof index !== 'object' || index === null) return undefined;
  const words: string[] = [];
  for (const [word, places] of Object.entries(index))
    for (const place of Array.isArray(places) ? (places as readonly unknown[]) : [])
      if (typeof place === 'number' && Number.isInteger(place) && place >= 0 && place < PROVIDER.abstractWords)
        words[place] = word;
  // Places that no word has taken are left out.
  const text = abstractText(words.filter((word) => word !== undefined).join(' '));
  return text === '' ? undefined : text;
};
