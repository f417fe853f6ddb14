/** Whether an answer is as its route declares it. */
import assert from 'node:assert/strict';
import type { Method, Route } from '../../api/http/route.ts';
import { ajv, validatorOf } from './contract.ts';
import type { Reply } from './serving.ts';

export const answersAsDeclared = (
  routes: readonly Route[],
  method: Method,
  path: string,
  { status, body, text }: Reply,
): void => {
  const route = routes.find((each) => each.path === path && each.method === method);
  assert.ok(route, `no route ${method} ${path}`);
  const schema = route.responses[status];
  assert.ok(schema, `${method} ${path} does not declare ${status}: ${text}`);
  const validate = validatorOf(schema);
  assert.ok(validate(body), `${method} ${path}: ${ajv.errorsText(validate.errors)}`);
};
