/** Texts that make a naive cleaner slow, of about this many characters. */

const repeated =
  (piece: string, before = '', after = '') =>
  (characters: number): string =>
    before + piece.repeat(Math.ceil(characters / piece.length)) + after;

export const BOMBS: Readonly<Record<string, (characters: number) => string>> = {
  'open tags': repeated('<i>'),
  'tags within tags': repeated('<b><i>x'),
  'indices within indices': repeated('<sub>x'),
  'an endless attribute': repeated('=', '<a '),
  'attributes of a tag that never ends': repeated(' b = c', '<a'),
  instructions: repeated('<?', '?>'),
  comments: repeated('<!--'),
  formulas: repeated('<mrow>x', '<math>'),
  'white space': repeated(' ', '<i>', 'x</i>'),
  'escaped tags': repeated('&lt;a '),
  'escaped ampersands': repeated('amp;', '&'),
  brackets: repeated('<'),
  blocks: repeated('<div>'),
  'closing tags': repeated('<i>x</b></i>'),
  'silent elements': repeated('<tex-math>', '', '</tex-math>'),
};
