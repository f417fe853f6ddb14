/** Requests waiting for their turn with one provider; each notifies its job while the provider is not responding. */
import type { Provider } from '../../../domain/publication/events.ts';
import type { RequestSignal, Waiting } from '../../../workers/ingestion/ports.ts';

type Place = {
  /** Its turn has come: the request is being sent. */
  begun(): void;
  /** It was answered or abandoned. */
  over(isAnswered: boolean): void;
};

export const openTurns = (provider: Provider) => {
  /** In order of arrival, each with the notification to its job, if any. */
  const waiting = new Map<Place, { readonly signal: RequestSignal; waits: Waiting | undefined }>();
  let begun = 0;
  /** From a request until a response; a failure is not a response and leaves the others waiting. */
  let isSilent = false;

  const becomeSilent = (): void => {
    isSilent = true;
    for (const each of waiting.values()) each.waits ??= each.signal.onWait?.(provider);
  };
  const onAnswer = (): void => {
    isSilent = begun > 0;
    for (const each of waiting.values())
      if (isSilent) each.waits?.answered();
      else {
        each.waits?.over();
        each.waits = undefined;
      }
  };
  const stopWaiting = (place: Place): void => {
    waiting.get(place)?.waits?.over();
    waiting.delete(place);
  };

  return {
    join: (signal: RequestSignal): Place => {
      let settled: ((isAnswered: boolean) => void) | undefined;
      let isBegun = false;
      const place: Place = {
        begun: () => {
          if (isBegun) return;
          isBegun = true;
          begun += 1;
          // Before the wait ends, so that the job's clock does not stop in between.
          settled = signal.onRequest?.(provider);
          stopWaiting(place);
          if (!isSilent) becomeSilent();
        },
        over: (isAnswered) => {
          settled?.(isAnswered);
          stopWaiting(place);
          if (isBegun) begun -= 1;
          if (isAnswered) onAnswer();
          // Without any request left, the provider no longer counts as silent.
          if (begun === 0 && waiting.size === 0) isSilent = false;
        },
      };
      waiting.set(place, { signal, waits: isSilent ? signal.onWait?.(provider) : undefined });
      return place;
    },
  };
};
