/** Shapes that projects and works share. */
import { SHELVES } from '../../../projections/queries/shelves.ts';
import type { QuerySchema, Schema } from '../../http/route.ts';

export const SHELF: Schema = { type: 'string', enum: ['unpublished', 'published', 'archived'] };
export const TEXT: Schema = { type: 'string', pattern: '\\S', maxLength: 5_000 };
export const WEB_ADDRESS: Schema = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2_000 };

export const STATUS: QuerySchema = {
  status: { type: 'string', enum: SHELVES, default: 'active', description: '`active`: all but the archived ones.' },
};
