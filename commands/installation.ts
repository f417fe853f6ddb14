/** Commands to one installation. */
import type { InstallationFields } from '../domain/installation/events.ts';
import { installation, type InstallationCommand } from '../domain/installation/installation.ts';
import { streamsOf } from './aggregate.ts';
import { plainLines } from './text/index.ts';
import { cleanName } from './text/values.ts';

const cleanSaid = ({ displayName, description }: Partial<InstallationFields>): Partial<InstallationFields> => ({
  ...(displayName === undefined ? {} : { displayName: cleanName(displayName, 'display_name') }),
  ...(description == null ? {} : { description: plainLines(description) }),
});

const cleaned = (command: InstallationCommand): InstallationCommand => {
  switch (command.type) {
    case 'CreateInstallation':
      return { ...command, ...cleanSaid(command) };
    case 'ReviseInstallation':
      return { ...command, fields: { ...command.fields, ...cleanSaid(command.fields) } };
    default:
      return command;
  }
};

export const installationAggregate = { stream: streamsOf('installation'), decider: installation, cleaned };
