/** The program as `npm test` builds it before anything runs: bundled, as an operator starts it. */
import { fileURLToPath } from 'node:url';

export const BUILT = fileURLToPath(new URL('../../dist/infra/main.js', import.meta.url));
