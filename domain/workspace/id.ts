/** Ids that people choose for workspaces and their entities. */
import { Refused } from '../errors.ts';
import { ID } from '../limits.ts';
import { quoted } from '../shortened.ts';

const FORM = new RegExp(`^[a-z0-9-]{1,${ID.given}}$`, 'u');

/** The default entity of every workspace, and the default workspace of every installation. */
export const ORG = 'org';

const parse =
  (what: string) =>
  (text: string): string => {
    if (!FORM.test(text))
      throw new Refused('invalid', 'invalid_id', `not the id of ${what}: ${quoted(text)}`, {
        accepted: `1 to ${ID.given} of the characters a-z, 0-9 and -`,
      });
    return text;
  };

/** Throws `Refused('invalid')`. */
export const parseWorkspaceId = parse('a workspace');

/** Unique within its workspace. Throws `Refused('invalid')`. */
export const parseEntityId = parse('an entity');
