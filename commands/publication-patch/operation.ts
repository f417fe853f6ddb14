/** One operation of a JSON Patch (RFC 6902), as it was sent. */
import type { Json } from '../../domain/json.ts';

export type Operation = {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
};

/** The field that a JSON Pointer (RFC 6901) is about, unescaped; null for the whole document or what is no pointer. */
export const fieldIn = (pointer: string): string | null => {
  if (!pointer.startsWith('/')) return null;
  const [, field = ''] = pointer.split('/');
  return field.replaceAll('~1', '/').replaceAll('~0', '~');
};

/** True if the pointer names the field itself and nothing inside it. */
export const isWhole = (pointer: string): boolean => pointer.split('/').length === 2;
