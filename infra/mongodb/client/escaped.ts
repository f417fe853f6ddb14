/** A text inside a regular expression, standing for itself. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/gu, '\\$&');
