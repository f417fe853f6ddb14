/** Counts over time as one small line, where there is no room for more; its accessible name says what it shows. */

const [WIDTH, HEIGHT] = [96, 18];
/** Keeps the line from being cut off at the edges. */
const MARGIN = 1;

export const Sparkline = ({ label, counts }: { readonly label: string; readonly counts: readonly number[] }) => {
  const most = Math.max(1, ...counts);
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, counts.length - 1);
  const points = counts.map((count, index) => {
    const y = HEIGHT - MARGIN - (count / most) * (HEIGHT - 2 * MARGIN);
    return `${(MARGIN + index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
};
