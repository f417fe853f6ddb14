/** Faults of the double that a test can set, and how they are applied. */
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { failure, unknown } from './protocol.ts';

export class Faults {
  /** Every response is delayed by this many milliseconds. */
  answerAfterMs = 0;
  /** This many of the next appends are written, and then the connections are dropped without a response. */
  halfAnswered = 0;
  /** This many of the next appends are written without a response, and the connection remains open. */
  unanswered = 0;
  /** This many of the next reads break off, with the connections, after one event. */
  brokenReads = 0;
  /** Checkpoints of filtered subscriptions claim to be this many records further than what was sent. */
  checkpointsAhead = 0;
  /** In an election the server refuses everything, with the error that it also has for a wrong position. */
  inElection = false;
  /** Reads are refused: to anybody without another password, or to this account. */
  denies: 'unauthenticated' | 'denied' | null = null;
  /** Called with each refusal in an election. */
  onRefusal: () => void = () => undefined;
  /** Set while the double listens: closes every connection without a response. */
  dropConnections: () => void = () => undefined;

  /** True if the current call is to be refused. */
  refuses(): boolean {
    if (this.inElection) this.onRefusal();
    return this.inElection;
  }

  refuseInElection(): void {
    if (this.refuses()) throw unknown('Server Is Not Ready');
  }

  refuseIfDenied(): void {
    if (this.denies === 'unauthenticated') throw failure(status.UNAUTHENTICATED, 'Unauthenticated');
    if (this.denies === 'denied') throw failure(status.PERMISSION_DENIED, 'Access Denied', 'access-denied');
  }

  async beforeAnswer(): Promise<void> {
    if (this.answerAfterMs > 0) await sleep(this.answerAfterMs);
  }

  /** True if the append that has just been written is to get a response. */
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
