/** Shapes that projects and works share. */
import { TEXT as TEXT_LIMITS } from '../../../domain/limits.ts';
import { SAYS_SOMETHING, textOf } from '../../http/schemas.ts';
import { SHELVES } from '../../../projections/queries/shelves.ts';
import type { QuerySchema, Schema } from '../../http/route.ts';

export const SHELF: Schema = { type: 'string', enum: ['unpublished', 'published', 'archived'] };
export const TEXT: Schema = textOf(TEXT_LIMITS.titleCharacters, SAYS_SOMETHING);
export const WEB_ADDRESS: Schema = textOf(TEXT_LIMITS.webAddressCharacters, {
  format: 'uri',
  pattern: '^https?://',
});

export const STATUS: QuerySchema = {
  status: { type: 'string', enum: SHELVES, default: 'active', description: '`active`: all but the archived ones.' },
};
