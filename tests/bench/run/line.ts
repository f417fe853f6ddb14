/** A figure as one line of a terminal, and its parts, which the page shows too. */
import { isMet, ratioOf, type Figure, type Measurement } from '../report.ts';

export const figure = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

/** `≥ 25,000 events/s`, `≤ 2 × the baseline`; '' if there is none. */
export const aimText = ({ aim, unit }: Figure): string => {
  if (aim === undefined) return '';
  const sign = aim.is === 'at least' ? '≥' : '≤';
  const than = aim.than.toLocaleString('en');
  return aim.of === 'value' ? `${sign} ${than} ${unit}` : `${sign} ${than} of the baseline`;
};

export const lineOf = (bench: string, measurement: Measurement): string => {
  const start = `${bench.padEnd(11)} ${measurement.what.padEnd(56)}`;
  if ('skipped' in measurement) return `${start} not measured: ${measurement.skipped}`;
  const { value, unit, baseline, note } = measurement;
  const [ratio, met] = [ratioOf(measurement), isMet(measurement)];
  return [
    `${start} ${figure(value).padStart(9)} ${unit}`,
    baseline === undefined || ratio === null
      ? ''
      : `${ratio.toFixed(2)} of ${baseline.what} (${figure(baseline.value)})`,
    met === null ? '' : `aim ${aimText(measurement)}: ${met ? 'met' : 'NOT MET'}`,
    note === undefined ? '' : `[${note}]`,
  ]
    .filter((part) => part !== '')
    .join('  ');
};
