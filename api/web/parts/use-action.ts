/** What a dialog does at the press of its button, and what went wrong with it: a toast would be behind the dialog. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureFrom, type Failure } from '../client/failure.ts';
import { complain } from './toast.tsx';

export const useAction = (isOpen: boolean) => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = useRef(isOpen);
  open.current = isOpen;
  useEffect(() => setFailure(null), [isOpen]);
  /** Whether it was done. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (open.current) setFailure(failureFrom(error));
      else complain(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run };
};
