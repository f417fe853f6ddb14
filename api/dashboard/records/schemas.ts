/** Schemas shared by projects and works. */
import { TEXT as TEXT_LIMITS } from '../../../domain/limits.ts';
import { choiceOf, NOT_BLANK, textOf } from '../../http/schemas.ts';
import { ASKED_STATUSES } from '../../../projections/queries/asked-status.ts';

export const PUBLISH_STATUS = { type: 'string', enum: ['unpublished', 'published', 'archived'] } as const;
export const TEXT = textOf(TEXT_LIMITS.titleCharacters, NOT_BLANK);
export const WEB_ADDRESS = textOf(TEXT_LIMITS.webAddressCharacters, {
  format: 'uri',
  pattern: '^https?://',
});

export const STATUS = {
  status: choiceOf(ASKED_STATUSES, {
    default: 'active',
    description: '`active`: all except archived records.',
  }),
} as const;
