/** Answers that are for people rather than programs. */

export const HTML_PAGE = {
  type: 'string',
  contentMediaType: 'text/html',
  description: 'An HTML page.',
  examples: ['<!doctype html>'],
} as const;

/** The answer sends the browser elsewhere and says nothing itself. */
export const ELSEWHERE = {
  type: 'string',
  maxLength: 0,
  description: 'Continue at `Location`.',
  examples: [''],
} as const;
