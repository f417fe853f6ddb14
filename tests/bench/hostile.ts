/** What the largest texts that may be sent cost to clean, and ten times as much. */
import { richText } from '../../commands/text/index.ts';
import { TEXT } from '../../domain/limits.ts';
import { BOMBS } from '../support/text-bombs.ts';
import { atMost, type Bench } from './report.ts';

const AIM_MS = 250;

export const hostile: Bench = {
  about: 'Cleaning of texts that are made to be slow: as long as the longest abstract, and ten times as long.',
  measure: (report) => {
    for (const [what, bomb] of Object.entries(BOMBS))
      for (const times of [1, 10]) {
        const text = bomb(times * TEXT.abstractCharacters);
        const began = performance.now();
        richText(text);
        const value = performance.now() - began;
        const size = `${text.length.toLocaleString('en')} characters`;
        report({ what: `${what}, ${size}`, value, unit: 'ms', ...(times === 1 ? { aim: atMost(AIM_MS) } : {}) });
      }
    return Promise.resolve();
  },
};
