/** A bar chart for a few counts; screen readers get them as a list, or bars that lead somewhere as links. */
import { number } from '../client/format.ts';

/** No two have the same label. */
export type Bar = { readonly label: string; readonly count: number; readonly href?: string };

/** Fixed, whatever the number of bars: charts side by side then have text of the same size. */
const [WIDTH, HEIGHT, FOOT, HEAD] = [360, 110, 20, 18];
const FILLED = 0.6;

export const Bars = ({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) => {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const tall = HEIGHT - FOOT - HEAD;
  const step = WIDTH / Math.max(1, bars.length);
  const isLinked = bars.some(({ href }) => href !== undefined);
  const said = bars.map(({ label, count }) => `${label}: ${number(count)}`).join(', ');
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role={isLinked ? 'group' : 'img'}
      aria-label={isLinked ? title : `${title}. ${said}`}
      preserveAspectRatio="xMinYMid meet"
    >
      {bars.map(({ label, count, href }, index) => {
        const height = Math.max(count === 0 ? 1 : 3, Math.round((count / most) * tall));
        const middle = (index + 0.5) * step;
        const bar = (
          <>
            <rect
              class={count === 0 ? 'bar none' : 'bar'}
              x={middle - (FILLED * step) / 2}
              y={HEAD + tall - height}
              width={FILLED * step}
              height={height}
              rx="2"
            />
            <text class="bar-label" x={middle} y={HEIGHT - 5}>
              {label}
            </text>
            <text class="bar-count" x={middle} y={HEAD + tall - height - 5}>
              {number(count)}
            </text>
          </>
        );
        return href === undefined ? (
          <g key={label}>{bar}</g>
        ) : (
          <a key={label} class="bar-link" href={href}>
            <rect class="bar-area" x={index * step} y={0} width={step} height={HEIGHT} />
            {bar}
          </a>
        );
      })}
    </svg>
  );
};
