/** The body of a request: of the right media type, of bounded size and depth, and as its route declares it. */
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Context } from 'koa';
import rawBody from 'raw-body';
import { Refused } from '../../domain/errors.ts';
import { REQUEST } from '../../domain/limits.ts';
import { ownOf } from '../../domain/own.ts';
import { inBytes } from './amounts.ts';
import { HttpFailure } from './errors.ts';
import type { Route } from './route.ts';
import { bodyValidator } from './validate.ts';

const unreadable = (): Error =>
  new Refused('invalid', 'invalid_json', 'the body cannot be read', {
    accepted: 'a JSON document in UTF-8, with numbers of double precision and no field __proto__',
  });

const unzipped = (body: Readable): Readable => body.pipe(createUnzip());

/** By content coding. */
const DECODED: Readonly<Record<string, (body: Readable) => Readable>> = {
  identity: (body) => body,
  gzip: unzipped,
  deflate: unzipped,
  br: (body) => body.pipe(createBrotliDecompress()),
};

/** Throws `Refused('invalid')`, or `HttpFailure` 413 or 415. */
const bytesOf = async (ctx: Context, limit: number): Promise<Buffer> => {
  const coding = ctx.get('Content-Encoding').toLowerCase() || 'identity';
  const decoded = ownOf(DECODED, coding);
  if (decoded === undefined) throw new HttpFailure(415, 'the body is in an encoding that is not accepted');
  try {
    return await rawBody(decoded(ctx.req), { limit, length: coding === 'identity' ? ctx.request.length : null });
  } catch (error) {
    // Nobody reads the rest of it, and no other request can follow before that.
    ctx.set('Connection', 'close');
    if ((error as { readonly type?: unknown }).type !== 'entity.too.large') throw unreadable();
    throw new HttpFailure(413, 'the body is too large', { accepted: `at most ${inBytes(limit)}` });
  }
};

/** Refuses what is not UTF-8: read as if it were, its letters would be lost. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const read = (bytes: Buffer, isForm: boolean): unknown => {
  try {
    const text = UTF8.decode(bytes);
    return isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
  } catch {
    throw unreadable();
  }
};

const isWithin = (value: unknown, left: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((each: unknown) => isWithin(each, left - 1)));

/** A name that other programs take for the prototype of what it stands in; a number that JSON would write as null. */
const isUnsafe = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isFinite(value)
    : typeof value === 'object' &&
      value !== null &&
      (Object.hasOwn(value, '__proto__') || Object.values(value).some((each: unknown) => isUnsafe(each)));

/** A POST asks for something to be done, of which perhaps nothing need be said. */
export const bodyMayBeMissing = ({ method, body }: Route): boolean =>
  method === 'POST' && body?.['type'] === 'object' && Array.isArray(body['required']) && body['required'].length === 0;

/** Reads and checks the body that a route declares. Throws `Refused('invalid')`, or `HttpFailure` 413 or 415. */
export const bodyReader = (route: Route): ((ctx: Context) => Promise<unknown>) => {
  const { body, form } = route;
  if (body === undefined) return () => Promise.resolve(undefined);
  const validate = bodyValidator(body);
  const mayBeMissing = bodyMayBeMissing(route);
  const types = form === true ? ['urlencoded'] : ['json', '+json'];
  const accepted = form === true ? 'application/x-www-form-urlencoded' : 'application/json';
  return async (ctx) => {
    if (mayBeMissing && !(ctx.request.length > 0) && ctx.get('Transfer-Encoding') === '') return validate({});
    const type = ctx.request.is(types);
    if (type === null) throw new Refused('invalid', 'body_missing', 'a body is required', { accepted });
    if (type === false) throw new HttpFailure(415, 'this address does not take that media type', { accepted });
    const sent = read(await bytesOf(ctx, form === true ? REQUEST.formBytes : REQUEST.bodyBytes), form === true);
    if (!isWithin(sent, REQUEST.depth))
      throw new Refused('invalid', 'body_too_deep', 'the body is nested too deeply', {
        accepted: `at most ${REQUEST.depth} levels`,
      });
    if (isUnsafe(sent)) throw unreadable();
    return validate(sent);
  };
};
