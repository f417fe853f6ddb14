/** The texts of the sign-in pages, as HTML. */

const EN = {
  signInTitle: 'Sign in to Colophon',
  worksOnce: 'This link works once. Press the button to continue.',
  signIn: 'Sign in',
  failedTitle: 'Sign-in failed',
  linkOver:
    'This link has been used or has expired, or it was withdrawn. Ask the administrator of your workspace for a new one: they make it under Members, “Sign-in link”. Whoever runs the server makes one with the command colophon sessions create.',
  notBegunHere: 'Sign-in was not started in this browser, or took too long.',
  notConfirmed: 'The sign-in provider did not confirm who you are.',
  toStart: 'Go to the start page',
  tryAgain: 'Try again',
};

export type Words = typeof EN;

export const WORDS = {
  en: EN,
  de: {
    signInTitle: 'Bei Colophon anmelden',
    worksOnce: 'Der Link gilt einmal. Mit der Schaltfläche geht es weiter.',
    signIn: 'Anmelden',
    failedTitle: 'Die Anmeldung ist fehlgeschlagen',
    linkOver:
      'Dieser Link wurde schon verwendet, ist abgelaufen oder wurde zurückgezogen. Bitten Sie die Administration Ihres Arbeitsbereichs um einen neuen: Er wird unter Mitglieder mit „Anmeldelink“ erstellt, oder auf dem Server mit dem Befehl colophon sessions create.',
    notBegunHere: 'Die Anmeldung hat nicht in diesem Browser begonnen oder zu lange gedauert.',
    notConfirmed: 'Der Anmeldedienst hat Ihre Identität nicht bestätigt.',
    toStart: 'Zur Startseite',
    tryAgain: 'Erneut versuchen',
  },
} satisfies Readonly<Record<string, Words>>;

export type Language = keyof typeof WORDS;
