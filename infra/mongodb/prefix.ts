/** A regular expression for texts that begin with this one, which MongoDB answers from an index. */
export const beginningWith = (prefix: string): string => `^${prefix.replace(/[.*+?^${}()|[\]\\/-]/gu, '\\$&')}`;
