/** The body of a request: of the right media type, of bounded size and depth, and as its route declares it. */
import bodyParser from 'koa-bodyparser';
import type { Context } from 'koa';
import { Refused } from '../../domain/errors.ts';
import { REQUEST } from '../../domain/limits.ts';
import { inBytes } from './amounts.ts';
import { HttpFailure } from './errors.ts';
import type { Route } from './route.ts';
import { bodyValidator } from './validate.ts';

const failure = (error: Error & { readonly status?: number; readonly type?: string }): Error => {
  if (error.status === 413)
    return new HttpFailure(
      413,
      'the body is too large',
      { accepted: `at most ${inBytes(REQUEST.bodyBytes)}` },
      { Connection: 'close' },
    );
  if (error.status === 415) return new HttpFailure(415, 'the body is in an encoding that is not accepted');
  return new Refused('invalid', 'invalid_json', 'the body cannot be read', { accepted: 'a JSON document in UTF-8' });
};

const parser = bodyParser({
  enableTypes: ['json', 'form'],
  extendTypes: { json: ['application/*+json'] },
  jsonLimit: String(REQUEST.bodyBytes),
  formLimit: String(REQUEST.formBytes),
  strict: false,
  onerror: (error) => {
    throw failure(error);
  },
});

const depth = (value: unknown, left: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((each: unknown) => depth(each, left - 1)));

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
    await parser(ctx, () => Promise.resolve());
    if (!depth(ctx.request.body, REQUEST.depth))
      throw new Refused('invalid', 'body_too_deep', 'the body is nested too deeply', {
        accepted: `at most ${REQUEST.depth} levels`,
      });
    return validate(ctx.request.body);
  };
};
