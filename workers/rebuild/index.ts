/** The public interface of rebuilds. */
export { DEFAULT_RETENTION, leadProjections, type LeadDeps, type LeadOptions } from './lead.ts';
export { isLedOrBeingPrepared, leaseOf } from './leases.ts';
