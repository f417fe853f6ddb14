/** Three steps for filling an empty workspace. */
import { here } from '../pages.ts';
import { words as t } from './words.ts';

const STEPS = [
  { title: 'step_paste', text: 'step_paste_text', path: '/ingestion' },
  { title: 'step_watch', text: 'step_watch_text', path: '/ingestion' },
  { title: 'step_check', text: 'step_check_text', path: '/suggestions' },
] as const;

export const FirstSteps = () => (
  <ol class="steps stack loose">
    {STEPS.map(({ title, text, path }, index) => (
      <li key={title} class="card">
        <span class="step-number">{index + 1}</span>
        <div>
          <h2>
            <a href={here(path)}>{t(title)}</a>
          </h2>
          <p class="muted">{t(text)}</p>
        </div>
      </li>
    ))}
  </ol>
);
