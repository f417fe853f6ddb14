/** Commands to one membership of a workspace. */
import { member, type MemberCommand } from '../domain/member/member.ts';
import { streamsOf, withoutTexts } from './aggregate.ts';

export const memberAggregate = { stream: streamsOf('member'), decider: member, cleaned: withoutTexts<MemberCommand> };
