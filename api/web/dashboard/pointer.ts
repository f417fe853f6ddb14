/** JSON Pointers, by which changes and patches name fields and their entries. */

export const pointerTo = (field: string): string => `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;

export const namesIn = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
