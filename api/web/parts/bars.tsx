/** Counts as bars, in an image of our own: few enough to be read one by one, and read out as a list. */
import { number } from '../client/format.ts';

export type Bar = { readonly key: string; readonly label: string; readonly count: number };

type Props = { readonly title: string; readonly bars: readonly Bar[] };

const [WIDTH, HEIGHT, GAP, FOOT, HEAD] = [56, 96, 12, 20, 18];

export const Bars = ({ title, bars }: Props) => {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const tall = HEIGHT - FOOT - HEAD;
  const said = bars.map(({ label, count }) => `${label}: ${number(count)}`).join(', ');
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${title}. ${said}`}
      preserveAspectRatio="xMinYMid meet"
    >
      {bars.map(({ key, label, count }, index) => {
        const height = Math.max(count === 0 ? 1 : 3, Math.round((count / most) * tall));
        const middle = index * WIDTH + WIDTH / 2;
        return (
          <g key={key}>
            <rect
              class={count === 0 ? 'bar none' : 'bar'}
              x={index * WIDTH + GAP}
              y={HEAD + tall - height}
              width={WIDTH - 2 * GAP}
              height={height}
              rx="2"
            />
            <text class="bar-count" x={middle} y={HEAD + tall - height - 5}>
              {number(count)}
            </text>
            <text class="bar-label" x={middle} y={HEIGHT - 5}>
              {label}
            </text>
          </g>
        );
      })}
    </svg>
  );
};
