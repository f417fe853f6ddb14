/** Reads and validates request bodies: media type, size, depth and the route's schema. */
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { Refused } from '../../domain/errors.ts';
import { REQUEST } from '../../domain/limits.ts';
import { formatBytes } from './amounts.ts';
import { HttpFailure } from './errors.ts';
import type { Route } from './route.ts';
import { bodyValidator } from './validate.ts';

const invalidBody = (): Error =>
  new Refused('invalid', 'invalid_json', 'the body cannot be read', {
    accepted: 'a JSON document in UTF-8, with double-precision numbers and no field __proto__',
  });

/** Without an encoding the parser returns the bytes: its JSON parser replaces what is not UTF-8 instead of rejecting it. */
const AS_BYTES = { enableTypes: ['text'], encoding: '' };

/** As the parser reports it. */
type Failure = { readonly status?: number; readonly type?: string };

const refusalOf = ({ status, type }: Failure, limit: number): Error => {
  if (status === 415) return new HttpFailure(415, 'the content encoding of the body is not supported');
  if (type === 'entity.too.large')
    return new HttpFailure(413, 'the body is too large', { accepted: `at most ${formatBytes(limit)}` });
  return invalidBody();
};

/** Reads and decompresses a body of these media types. Throws `Refused('invalid')`, or `HttpFailure` 413 or 415. */
const bytesReader = (types: string[], limit: number): ((ctx: Context) => Promise<Buffer>) => {
  const read = bodyParser({ ...AS_BYTES, textLimit: String(limit), extendTypes: { text: types } });
  return async (ctx) => {
    // Names of codings are case-insensitive (RFC 9110 §8.4.1), but the parser compares them exactly.
    ctx.req.headers['content-encoding'] = ctx.get('Content-Encoding').toLowerCase();
    try {
      await read(ctx, () => Promise.resolve());
      return ctx.request.body as Buffer;
    } catch (error) {
      // The rest of the body stays unread, so the connection cannot serve another request.
      ctx.set('Connection', 'close');
      throw refusalOf(error as Failure, limit);
    }
  };
};

/** Rejects invalid UTF-8 instead of replacing characters. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const parse = (bytes: Buffer, isForm: boolean): unknown => {
  try {
    const text = UTF8.decode(bytes);
    return isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
  } catch {
    throw invalidBody();
  }
};

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each: unknown) => isWithin(each, levels - 1)));

/** A field that other programs take for the object's prototype, or a number that JSON would write as null. */
const isUnsafe = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isFinite(value)
    : typeof value === 'object' &&
      value !== null &&
      (Object.hasOwn(value, '__proto__') || Object.values(value).some((each: unknown) => isUnsafe(each)));

/** A POST without required properties may omit its body. */
export const bodyMayBeMissing = ({ method, body }: Route): boolean =>
  method === 'POST' && body?.['type'] === 'object' && Array.isArray(body['required']) && body['required'].length === 0;

/** Reads and validates the body that a route declares. The returned function throws `Refused('invalid')`, or `HttpFailure` 413 or 415. */
export const bodyReader = (route: Route): ((ctx: Context) => Promise<unknown>) => {
  const { body, form, bodyBytes = REQUEST.bodyBytes } = route;
  if (body === undefined) return () => Promise.resolve(undefined);
  const validate = bodyValidator(body);
  const mayBeMissing = bodyMayBeMissing(route);
  const types = form === true ? ['urlencoded'] : ['json', '+json'];
  const accepted = form === true ? 'application/x-www-form-urlencoded' : 'application/json';
  const bytesOf = bytesReader(types, form === true ? REQUEST.formBytes : bodyBytes);
  return async (ctx) => {
    if (mayBeMissing && !(ctx.request.length > 0) && ctx.get('Transfer-Encoding') === '') return validate({});
    const type = ctx.request.is(types);
    if (type === null) throw new Refused('invalid', 'body_missing', 'a body is required', { accepted });
    if (type === false) throw new HttpFailure(415, 'this address does not accept that media type', { accepted });
    const sent = parse(await bytesOf(ctx), form === true);
    if (!isWithin(sent, REQUEST.depth))
      throw new Refused('invalid', 'body_too_deep', 'the body is nested too deeply', {
        accepted: `at most ${REQUEST.depth} levels`,
      });
    if (isUnsafe(sent)) throw invalidBody();
    return validate(sent);
  };
};
