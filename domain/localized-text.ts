/** Localized text: one string for everybody, or one string a BCP 47 locale. */
export type LocalizedText = string | { readonly [locale: string]: string };
