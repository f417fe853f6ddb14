/** Runs a button's action and keeps its failure, to be shown beside the button: a toast would be behind the dialog. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../client/failure.ts';
import { inWords } from '../client/refusal.ts';
import { showFailure } from './toast.tsx';

/** `subject`: a new one clears the failure. Null once its dialog is closed. */
export const useAction = (subject: unknown) => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = useRef(true);
  open.current = subject !== null;
  useEffect(() => setFailure(null), [subject]);
  /** Returns whether it succeeded. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (open.current) setFailure(inWords(error));
      else showFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run };
};
