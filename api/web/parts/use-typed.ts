/** Text that is passed on when its typist pauses; a value that comes from elsewhere replaces it. */
import { useEffect, useRef, useState } from 'preact/hooks';

/** Too short to be noticed, and long enough that not every letter is a request. */
const PAUSE_MS = 120;

export const useTyped = (given: string, pass: (value: string) => void): [string, (value: string) => void] => {
  const [typed, setTyped] = useState(given);
  const passed = useRef(given);
  // By the time it is passed on, the rest of the view may be another.
  const latest = useRef(pass);
  latest.current = pass;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (given !== passed.current) setTyped(given);
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
