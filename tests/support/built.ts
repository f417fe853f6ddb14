/** The program as `npm test` builds it before anything runs: it starts sooner than its sources, and threads need it. */
import { fileURLToPath } from 'node:url';

export const BUILT = fileURLToPath(new URL('../../dist/infra/main.js', import.meta.url));
