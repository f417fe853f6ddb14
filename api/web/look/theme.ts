/** The theme: light, dark, or the system's. */
import { signal } from '@preact/signals';
import { keepValue, keptValue } from '../client/storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const theme = signal<Theme>(keptValue<Theme>('theme') ?? 'system');

export const paint = (chosen: Theme): void => {
  keepValue('theme', chosen === 'system' ? null : chosen);
  theme.value = chosen;
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
};
