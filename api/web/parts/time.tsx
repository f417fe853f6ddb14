/** Instants (epoch milliseconds) in words, with date and time as the tooltip. */
import { ago, day, instant } from '../client/format.ts';

type Props = { readonly ms: number };

const Time = ({ ms, text }: Props & { readonly text: string }) => (
  <time class="nowrap" dateTime={new Date(ms).toISOString()} title={instant(ms)}>
    {text}
  </time>
);

export const Ago = ({ ms }: Props) => <Time ms={ms} text={ago(ms)} />;

export const agoOf = (ms: number) => <Ago ms={ms} />;

export const Day = ({ ms }: Props) => <Time ms={ms} text={day(ms)} />;
