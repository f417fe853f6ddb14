/** In `custom`: how many authors are not listed; true if a provider cut its list off and does not say. */
export const OMITTED = 'authors_omitted';
