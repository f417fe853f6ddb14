/** Schemas of answers for browsers. */

export const HTML_PAGE = {
  type: 'string',
  contentMediaType: 'text/html',
  description: 'An HTML page.',
  examples: ['<!doctype html>'],
} as const;

export const REDIRECT = {
  type: 'string',
  maxLength: 0,
  description: 'Continue at `Location`.',
  examples: [''],
} as const;
