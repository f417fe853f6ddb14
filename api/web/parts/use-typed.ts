/** Debounces typed text. A new `given` value, for example from the address, replaces it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Too short to notice, yet long enough to spare most requests. */
const PAUSE_MS = 120;

export const useTyped = (given: string, pass: (value: string) => void): [string, (value: string) => void] => {
  const [typed, setTyped] = useState(given);
  const passed = useRef(given);
  // The view may have changed by the time the text is passed on.
  const latest = useRef(pass);
  latest.current = pass;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // A layout effect runs before the timer can fire, even if painting is slow.
  useLayoutEffect(() => {
    if (given === passed.current) return;
    clearTimeout(timer.current);
    setTyped(given);
    passed.current = given;
  }, [given]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    typed,
    (value) => {
      setTyped(value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        passed.current = value;
        latest.current(value);
      }, PAUSE_MS);
    },
  ];
};
