/** Two counts per day, stacked, over more days than can be labelled individually: the text beside the chart says the rest. */
import { number } from '../client/format.ts';

type StackedBar = {
  readonly key: string;
  readonly label: string;
  readonly lower: number;
  readonly upper: number;
};

/** In units of the image, which stretches to the available width; labels outside it keep their size. */
const [STEP, FILLED, HEIGHT, LEAST] = [10, 7, 100, 2];

export const StackedBars = ({ label, bars }: { readonly label: string; readonly bars: readonly StackedBar[] }) => {
  const most = Math.max(1, ...bars.map(({ lower, upper }) => lower + upper));
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT));
  return (
    <div>
      <div class="stacked-label muted tiny" aria-hidden="true">
        {number(most)}
      </div>
      <svg
        class="bars stacked-bars"
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map(({ key, lower, upper }, index) => {
          const x = index * STEP + (STEP - FILLED) / 2;
          const [below, above] = [heightOf(lower), heightOf(upper)];
          return (
            <g key={key}>
              {lower + upper === 0 && <rect class="bar none" x={x} y={HEIGHT - 1} width={FILLED} height="1" />}
              <rect class="bar" x={x} y={HEIGHT - below} width={FILLED} height={below} />
              <rect class="bar refused" x={x} y={HEIGHT - below - above} width={FILLED} height={above} />
            </g>
          );
        })}
      </svg>
      <div class="stacked-label muted tiny spread" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </div>
  );
};
