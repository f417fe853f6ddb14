/** Whether an answer is as its route declares it. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Method, Route } from '../../api/http/route.ts';
import type { Reply } from './serving.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

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
  assert.ok(ajv.validate(schema, body), `${method} ${path}: ${ajv.errorsText()}`);
};
