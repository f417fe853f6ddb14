/** What the researchers of the sample have published. */
import { SAMPLE } from '../../infra/demo/sample.ts';
import { IMPORTED } from '../../infra/demo/story.ts';

/** Of the works on their lists; the others are imported by staff. */
export const DOIS = Object.keys(SAMPLE.openalex).filter((doi) => !IMPORTED.includes(doi));
