/** Commands to one membership of a workspace. */
import { member } from '../domain/member/member.ts';
import { streamsOf } from './aggregate.ts';

export const memberAggregate = { stream: streamsOf('member'), decider: member };
