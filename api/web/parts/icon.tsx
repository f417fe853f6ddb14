/** A Lucide icon. It is decorative: the text beside it or the label of its button says what it means. */
import { h } from 'preact';
import { ICONS } from '../look/generated/icons.ts';

export type IconName = keyof typeof ICONS;

export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    class="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {ICONS[name].map(([tag, attributes]) => h(tag, attributes))}
  </svg>
);
