declare module 'citeproc' {
  type Sys = {
    /** The XML of a locale; false if there is none. */
    retrieveLocale(locale: string): string | false;
    retrieveItem(id: string): object;
  };
  export class Engine {
    constructor(sys: Sys, style: string, locale?: string, forced?: boolean);
    readonly opt: { readonly development_extensions: { wrap_url_and_doi: boolean } };
    readonly registry: { readonly registry: Readonly<Record<string, { seq: number }>> };
    setOutputFormat(format: 'html'): void;
    updateItems(ids: readonly string[]): void;
    /** False for a style without a bibliography. */
    makeBibliography(): readonly [parameters: object, entries: readonly string[]] | false;
  }
  const CSL: { readonly Engine: typeof Engine };
  export default CSL;
}
