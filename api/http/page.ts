/** Answers that are for people rather than programs. */
import type { Schema } from './route.ts';

export const HTML_PAGE: Schema = {
  type: 'string',
  contentMediaType: 'text/html',
  description: 'An HTML page.',
  examples: ['<!doctype html>'],
};

/** The answer sends the browser elsewhere and says nothing itself. */
export const ELSEWHERE: Schema = {
  type: 'string',
  maxLength: 0,
  description: 'Continue at `Location`.',
  examples: [''],
};
