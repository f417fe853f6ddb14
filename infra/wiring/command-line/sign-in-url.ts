/** The URL of a sign-in link; its secret can be used once. */
export const signInUrl = (dashboardUrl: string, secret: string): string =>
  `${dashboardUrl}/auth/link?token=${encodeURIComponent(secret)}`;
