/** Making rows again, as others use it. */
export { leadProjections, type LeadDeps, type LeadOptions } from './lead.ts';
