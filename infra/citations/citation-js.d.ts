declare module '@citation-js/core' {
  export class Cite {
    constructor(data: unknown, options?: { readonly generateGraph?: boolean; readonly forceType?: string });
    format(
      format: 'bibliography',
      options: { readonly format: 'html'; readonly template: string; readonly lang: string },
    ): string;
  }
}
declare module '@citation-js/plugin-csl';
