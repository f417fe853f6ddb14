/** The benches by name, in the order in which they run and are shown. */
import type { Bench } from './report.ts';

export const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  log: async () => (await import('./log.ts')).log,
  peers: async () => (await import('./peers.ts')).peers,
  projection: async () => (await import('./projection.ts')).projection,
  servers: async () => (await import('./servers.ts')).servers,
  listings: async () => (await import('./listings.ts')).listings,
  serving: async () => (await import('./serving.ts')).serving,
  exports: async () => (await import('./exports.ts')).exports,
  rebuilding: async () => (await import('./rebuilding.ts')).rebuilding,
  dashboard: async () => (await import('./dashboard.ts')).dashboard,
  pages: async () => (await import('./pages.ts')).pages,
  surfaces: async () => (await import('./surfaces.ts')).surfaces,
  http: async () => (await import('./http.ts')).http,
  ingestion: async () => (await import('./ingestion.ts')).ingestion,
  'quiet-night': async () => (await import('./quiet-night.ts')).quietNight,
  'large-papers': async () => (await import('./large-papers.ts')).largePapers,
  hostile: async () => (await import('./hostile.ts')).hostile,
};
