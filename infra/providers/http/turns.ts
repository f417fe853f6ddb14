/** Questions that wait for their turn with one provider: each reports to its job while the provider is silent. */
import type { Provider } from '../../../domain/publication/events.ts';
import type { Asking, Waits } from '../../../workers/ingestion/ports.ts';

type Place = {
  /** Its turn has come: the provider has the question. */
  begun(): void;
  /** It was answered or given up. */
  over(isAnswered: boolean): void;
};

export const openTurns = (provider: Provider) => {
  /** In the order in which they came, with what they have reported to their jobs. */
  const waiting = new Map<Place, { readonly signal: Asking; waits: Waits | undefined }>();
  let begun = 0;
  /** From a question until an answer: a failure is none, and leaves the others waiting. */
  let isSilent = false;

  const silent = (): void => {
    isSilent = true;
    for (const each of waiting.values()) each.waits ??= each.signal.waits?.(provider);
  };
  const answered = (): void => {
    isSilent = begun > 0;
    for (const each of waiting.values())
      if (isSilent) each.waits?.answered();
      else {
        each.waits?.over();
        each.waits = undefined;
      }
  };
  const noLonger = (place: Place): void => {
    waiting.get(place)?.waits?.over();
    waiting.delete(place);
  };

  return {
    join: (signal: Asking): Place => {
      let settled: ((isAnswered: boolean) => void) | undefined;
      let isBegun = false;
      const place: Place = {
        begun: () => {
          if (isBegun) return;
          isBegun = true;
          begun += 1;
          // First it is the question's own silence: the clock is not to stop between the two.
          settled = signal.asked?.(provider);
          noLonger(place);
          if (!isSilent) silent();
        },
        over: (isAnswered) => {
          settled?.(isAnswered);
          noLonger(place);
          if (isBegun) begun -= 1;
          if (isAnswered) answered();
          // With the last question what is held against the provider is forgotten.
          if (begun === 0 && waiting.size === 0) isSilent = false;
        },
      };
      waiting.set(place, { signal, waits: isSilent ? signal.waits?.(provider) : undefined });
      return place;
    },
  };
};
