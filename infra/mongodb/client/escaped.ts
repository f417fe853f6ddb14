/** Escapes a text for literal use in a regular expression. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/gu, '\\$&');
