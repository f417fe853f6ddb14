/** Polls while switched on and the page is visible. */
import { useEffect } from 'preact/hooks';

const EVERY_MS = 1_500;

export const usePolling = (isOn: boolean, again: () => unknown): void =>
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void again();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isOn]);
