/** Text that is typed, passed on after a pause; what the address says instead is taken over. */
import { useEffect, useRef, useState } from 'preact/hooks';

/** Short enough not to be noticed, long enough not to ask for each letter of a word. */
const PAUSE_MS = 120;

export const useTyped = (given: string, pass: (value: string) => void): [string, (value: string) => void] => {
  const [typed, setTyped] = useState(given);
  const passed = useRef(given);
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
        pass(value);
      }, PAUSE_MS);
    },
  ];
};
