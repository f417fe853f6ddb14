/** Options shared by several commands. */
import { Option } from 'commander';

export const jsonOption = (): Option => new Option('--json', 'print the outcome as JSON');

export const workspaceOption = (): Option => new Option('-w, --workspace <id>', 'workspace to work in').default('org');
