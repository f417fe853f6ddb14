/** Options that several commands take. */
import { Option } from 'commander';

export const jsonOption = (): Option => new Option('--json', 'print the outcome as JSON');
