/** Refusals sent between threads: structured cloning drops an error's class. */
import { Refused } from '../domain/errors.ts';

export type SentRefusal = Pick<Refused, 'kind' | 'code' | 'message' | 'details'>;

export const encodeRefusal = ({ kind, code, message, details }: Refused): SentRefusal => ({
  ...{ kind, code, message, details },
});

export const decodeRefusal = ({ kind, code, message, details }: SentRefusal): Refused =>
  new Refused(kind, code, message, details);
