/** The server-side filter of a subscription to `$all`: by stream name or event type, by prefixes or expression. */
import type { Wire } from './protocol.ts';
import type { StoredRecord } from './records.ts';

export const matcher = (
  filter: Wire.ReadReq.Options.FilterOptions | undefined,
): ((record: StoredRecord) => boolean) => {
  if (filter === undefined) return () => true;
  const byType = filter.hasEventType();
  const expression = byType ? filter.getEventType() : filter.getStreamIdentifier();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = expression?.getRegex() ?? '';
  const pattern = regex === '' ? null : new RegExp(regex);
  return ({ type, stream }) => {
    const tested = byType ? type : stream;
    return pattern === null ? prefixes.some((prefix) => tested.startsWith(prefix)) : pattern.test(tested);
  };
};
