/** What a test can have go wrong with the double, and the waits that make it so. */
import { setTimeout as sleep } from 'node:timers/promises';
import { unknown } from './protocol.ts';

export class Faults {
  /** Every answer waits as long, milliseconds. */
  answerAfterMs = 0;
  /** So many of the next appends are written, and then the connections are dropped instead of an answer. */
  halfAnswered = 0;
  /** So many of the next appends get no answer at all, though they are written and the connection stays. */
  unanswered = 0;
  /** So many of the next reads break off, with the connections, after one event. */
  brokenReads = 0;
  /** Checkpoints of filtered subscriptions say that they are so many records further than what was sent. */
  checkpointsAhead = 0;
  /** In an election the server refuses everything, with the error that it also has for a wrong position. */
  inElection = false;
  /** Called with each refusal in an election. */
  onRefusal: () => void = () => undefined;
  /** Set while the double listens: closes every connection without a word. */
  dropConnections: () => void = () => undefined;

  /** True if the call that has just come is to be refused. */
  refuses(): boolean {
    if (this.inElection) this.onRefusal();
    return this.inElection;
  }

  refuseInElection(): void {
    if (this.refuses()) throw unknown('Server Is Not Ready');
  }

  async beforeAnswer(): Promise<void> {
    if (this.answerAfterMs > 0) await sleep(this.answerAfterMs);
  }

  /** True if the append that has just been written shall be answered. */
  answersAppend(): boolean {
    if (this.unanswered > 0) {
      this.unanswered -= 1;
      return false;
    }
    if (this.halfAnswered === 0) return true;
    this.halfAnswered -= 1;
    this.dropConnections();
    return false;
  }
}
