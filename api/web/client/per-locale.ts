/** Formatters, one for each locale: making one takes longer than writing a page of rows with it. */

export const perLocale = <Formatter>(make: (locale: string) => Formatter): ((locale: string) => Formatter) => {
  const made = new Map<string, Formatter>();
  return (locale) => {
    const formatter = made.get(locale) ?? make(locale);
    made.set(locale, formatter);
    return formatter;
  };
};

export const numbers = perLocale((locale) => new Intl.NumberFormat(locale));
